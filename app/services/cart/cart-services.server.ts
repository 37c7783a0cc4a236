import type { Services } from '../request/services.server.ts'

/** The services used by the cart. */
export type CartServices = Pick<Services, 'storefront' | 'log' | 'now'>
