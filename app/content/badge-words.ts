/** What stands on the picture of a product, and above its title. */
export const BADGES = {
  limited: 'LIMITED EDITION',
  popular: 'MOST POPULAR',
  merch: 'Merch',
  envelope: 'Gift Envelope Included',
} as const
