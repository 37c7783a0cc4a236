import type { Services } from '../compose.server.ts'

/** The little of the shop's services that the cart needs. */
export type CartServices = Pick<Services, 'storefront' | 'log' | 'now'>
