import type { Services } from '../compose.server.ts'

/** The services that order webhooks use. */
export type OrderServices = Pick<
  Services,
  'backend' | 'storefront' | 'giftDiscounts' | 'webhookSecret' | 'log' | 'now'
>
