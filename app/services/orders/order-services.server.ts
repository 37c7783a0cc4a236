import type { Services } from '../compose.server.ts'

/** The little of the shop's services that order webhooks need. */
export type OrderServices = Pick<
  Services,
  'backend' | 'storefront' | 'giftDiscounts' | 'webhookSecret' | 'log'
>
