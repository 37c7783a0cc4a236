import type { Services } from '../compose.server.ts'

/** The little of the shop's services that redeeming needs. */
export type RedeemServices = Pick<Services, 'storefront' | 'backend' | 'limits' | 'log' | 'now'>

/** HTTP status of the answer to a form: refused as it is, or an outage behind it. */
export type FormStatus = 422 | 502 | 503
