export enum CupSize {
  Regular = 'regular',
  Large = 'large',
}

export enum Extra {
  ExtraShot = 'extra_shot',
  OatMilk = 'oat_milk',
  WhippedCream = 'whipped_cream',
}

export const SIZE_PRICES: Record<CupSize, number> = { [CupSize.Regular]: 0, [CupSize.Large]: 0.7 };

export const EXTRA_PRICES: Record<Extra, number> = {
  [Extra.ExtraShot]: 0.5,
  [Extra.OatMilk]: 0.4,
  [Extra.WhippedCream]: 0.6,
};
