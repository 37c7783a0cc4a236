import type { Backend } from '../backend/backend.server.ts'
import type { createRetention } from '../backend/retention.server.ts'
import type { CompanySource } from '../company/company.server.ts'
import type { Config } from '../config/env.server.ts'
import type { createDoctor } from '../doctor/doctor.server.ts'
import type { createGeo } from '../geo/geo.server.ts'
import type { Letters } from '../letter/letters.server.ts'
import type { RateLimits } from '../limits/rate-limit.server.ts'
import type { Log } from '../log/log.server.ts'
import type { createRequestLog } from '../log/request-log.server.ts'
import type { Orders } from '../orders/orders.server.ts'
import type { createSessions } from '../session/visitor-session.server.ts'
import type { createGiftDiscounts } from '../storefront/gift-discounts.server.ts'
import type { Storefront } from '../storefront/storefront.server.ts'

/**
 * What a request is answered with; the same for hosted and embedded servers. `compose.server.ts` creates them, and
 * routes read them from `servicesContext`.
 */
export type Services = {
  readonly config: Pick<Config, 'mainHost'> & {
    readonly hostedCheckout: boolean
    /** Whether each start sets the owner's password. */
    readonly hasFixedPassword: boolean
  }
  readonly log: Log
  readonly inRequest: ReturnType<typeof createRequestLog>['inRequest']
  /** ms since the epoch. */
  readonly now: () => number
  /** Waits for ms. */
  readonly pause: (ms: number) => Promise<unknown>
  /** Origin of the shop where there is no request to tell it. */
  readonly origin: () => string
  /** What webhooks are signed with, newest first. */
  readonly webhookSecrets: readonly string[]
  readonly storefront: Storefront
  readonly backend: Backend
  readonly company: CompanySource
  readonly doctor: ReturnType<typeof createDoctor>
  readonly letters: Letters
  readonly orders: Orders
  readonly giftDiscounts: ReturnType<typeof createGiftDiscounts>
  readonly geo: ReturnType<typeof createGeo>
  readonly limits: RateLimits
  readonly retention: ReturnType<typeof createRetention>
  readonly sessions: ReturnType<typeof createSessions>
}

export type CartServices = Pick<Services, 'storefront' | 'log' | 'now'>

export type RedeemServices = Pick<
  Services,
  'storefront' | 'backend' | 'giftDiscounts' | 'limits' | 'log' | 'now' | 'pause'
>

/** HTTP status of the response to a form: refused (422), or an upstream failure (502, 503). */
export type FormStatus = 422 | 502 | 503
