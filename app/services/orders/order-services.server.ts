import type { Services } from '../request/services.server.ts'

/** The services that order webhooks use. */
export type OrderServices = Pick<
  Services,
  'backend' | 'storefront' | 'giftDiscounts' | 'webhookSecret' | 'log' | 'now'
>
