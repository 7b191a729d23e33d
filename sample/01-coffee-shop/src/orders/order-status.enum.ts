export enum OrderStatus {
  Placed = 'placed',
  Preparing = 'preparing',
  Ready = 'ready',
  PickedUp = 'picked_up',
  Cancelled = 'cancelled',
}

/** Where an order can go from where it is. */
export const NEXT_STATUSES: Record<OrderStatus, readonly OrderStatus[]> = {
  [OrderStatus.Placed]: [OrderStatus.Preparing, OrderStatus.Cancelled],
  [OrderStatus.Preparing]: [OrderStatus.Ready, OrderStatus.Cancelled],
  [OrderStatus.Ready]: [OrderStatus.PickedUp],
  [OrderStatus.PickedUp]: [],
  [OrderStatus.Cancelled]: [],
};
