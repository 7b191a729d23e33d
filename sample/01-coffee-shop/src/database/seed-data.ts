import { Role } from '../auth/role.enum.js';
import { MenuCategory } from '../menu/menu-category.enum.js';
import { OrderStatus } from '../orders/order-status.enum.js';
import { CupSize, Extra } from '../orders/order-options.js';

const CLARA = 'c1a4a000-5e5d-4c0f-8a11-0c0ffee00001';
const DIEGO = 'd1e60000-5e5d-4c0f-8a11-0c0ffee00002';

export const SEED_USERS = [
  { id: 1, name: 'Marta', role: Role.Manager, token: 'manager-token', customerId: null },
  { id: 2, name: 'Ben', role: Role.Barista, token: 'barista-token', customerId: null },
  { id: 3, name: 'Clara', role: Role.Customer, token: 'customer-token', customerId: CLARA },
];

export const SEED_CUSTOMERS = [
  { id: CLARA, name: 'Clara Weiss', email: 'clara@example.com', loyaltyPoints: 42 },
  { id: DIEGO, name: 'Diego Ramos', email: 'diego@example.com', loyaltyPoints: 130 },
];

const { Coffee, Tea, Pastry, Sandwich } = MenuCategory;

export const SEED_MENU = [
  { name: 'Espresso', category: Coffee, price: 2.2, description: 'Single shot, Huehuetenango beans' },
  { name: 'Double Espresso', category: Coffee, price: 2.9, description: 'Two shots, short and strong' },
  { name: 'Cappuccino', category: Coffee, price: 3.6, description: 'Equal parts espresso, milk and foam' },
  { name: 'Flat White', category: Coffee, price: 3.9, description: 'Double ristretto with velvety milk' },
  { name: 'Oat Latte', category: Coffee, price: 4.3, description: 'Espresso in steamed oat milk, vegan' },
  { name: 'Filter Coffee', category: Coffee, price: 3.1, description: 'Hand-poured, changes every week' },
  {
    name: 'Cold Brew',
    category: Coffee,
    price: 4.1,
    description: 'Steeped for 18 hours, on ice',
    available: false,
  },
  { name: 'Earl Grey', category: Tea, price: 2.8, description: 'Black tea with bergamot' },
  { name: 'Fresh Mint Tea', category: Tea, price: 3.2, description: 'A handful of mint, honey on the side' },
  { name: 'Matcha Latte', category: Tea, price: 4.6, description: 'Stone-ground matcha in steamed milk' },
  { name: 'Butter Croissant', category: Pastry, price: 2.4, description: 'Baked here every morning' },
  { name: 'Cinnamon Roll', category: Pastry, price: 3.3, description: 'Cardamom dough, vegan' },
  { name: 'Banana Bread', category: Pastry, price: 3.5, description: 'With walnuts, toasted on request' },
  { name: 'Cheese Toastie', category: Sandwich, price: 5.9, description: 'Gruyere and cheddar on sourdough' },
  { name: 'Avocado Bagel', category: Sandwich, price: 6.8, description: 'Avocado, tomato and sesame, vegan' },
].map((item, index) => ({ id: index + 1, available: true, ...item }));

export const SEED_ORDERS = [
  {
    number: 101,
    nameOnCup: 'Diego',
    status: OrderStatus.Ready,
    customerId: DIEGO,
    placedById: 2,
    total: 7.5,
    items: [
      {
        menuItemId: 4,
        name: 'Flat White',
        size: CupSize.Large,
        extras: [Extra.ExtraShot],
        quantity: 1,
        unitPrice: 5.1,
      },
      {
        menuItemId: 11,
        name: 'Butter Croissant',
        size: CupSize.Regular,
        extras: [],
        quantity: 1,
        unitPrice: 2.4,
      },
    ],
  },
  {
    number: 102,
    nameOnCup: 'Clara',
    status: OrderStatus.Preparing,
    customerId: CLARA,
    placedById: 3,
    total: 8.6,
    items: [
      { menuItemId: 5, name: 'Oat Latte', size: CupSize.Regular, extras: [], quantity: 2, unitPrice: 4.3 },
    ],
  },
];
