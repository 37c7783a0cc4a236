/** Open Graph images, 1200 by 630 pixels. */
export const SOCIAL_CARDS = {
  default: '/social/og-default.jpg',
  'vol-1': '/social/og-vol-1.jpg',
  'vol-2': '/social/og-vol-2.jpg',
  wands: '/social/og-wands.jpg',
  set: '/social/og-set.jpg',
  gift: '/social/og-gift.jpg',
} as const

export type SocialCardName = keyof typeof SOCIAL_CARDS
