export enum Role {
  Customer = 'customer',
  Barista = 'barista',
  Manager = 'manager',
}
