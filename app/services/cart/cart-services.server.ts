import type { Services } from '../compose.server.ts'

/** The services used by the cart. */
export type CartServices = Pick<Services, 'storefront' | 'log' | 'now'>
