export enum MenuCategory {
  Coffee = 'coffee',
  Tea = 'tea',
  Pastry = 'pastry',
  Sandwich = 'sandwich',
}

export const DRINKS: readonly MenuCategory[] = [MenuCategory.Coffee, MenuCategory.Tea];
