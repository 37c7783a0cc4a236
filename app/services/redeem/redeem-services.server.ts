import type { Services } from '../request/services.server.ts'

/** The services used by redeeming. */
export type RedeemServices = Pick<
  Services,
  'storefront' | 'backend' | 'giftDiscounts' | 'limits' | 'log' | 'now'
>

/** HTTP status of the response to a form: refused (422), or an upstream failure (502, 503). */
export type FormStatus = 422 | 502 | 503
