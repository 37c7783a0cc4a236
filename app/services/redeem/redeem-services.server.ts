import type { Services } from '../compose.server.ts'

/** The little of the shop's services that redeeming needs. */
export type RedeemServices = Pick<Services, 'storefront' | 'backend' | 'limits' | 'log' | 'now'>
