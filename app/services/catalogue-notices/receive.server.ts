import { z } from 'zod'
import { CATALOGUE_TOPICS } from '#app/models/store-requirements.ts'
import { parseJson } from '#supabase/functions/_shared/text/text.ts'
import type { OrderServices } from '../orders/report-order.server.ts'
import { readSignedWebhook, refuseBody, respond } from '../orders/signed-webhook.server.ts'
import type { Storefront } from '../storefront/storefront.server.ts'

type NoticeServices = Pick<OrderServices, 'backend' | 'log' | 'now' | 'webhookSecret'> & {
  readonly storefront: Pick<Storefront, 'refresh'>
}

const id = z.union([z.string(), z.number()])
/** What Shopify's payloads of these topics have at least. */
const payloadSchema = z.union([z.object({ id }), z.object({ inventory_item_id: id })])

/**
 * Receives the store's notice that its catalogue has changed, and refreshes what all instances keep of it. The same notice
 * again changes nothing. Decision record: 048
 *
 * | status | case                                                                    |
 * | ------ | ----------------------------------------------------------------------- |
 * | 200    | refreshed, now or earlier; or a topic that the shop does not use        |
 * | 400    | signed, but malformed; reported                                         |
 * | 401    | wrong signature; reported                                               |
 * | 503    | the other instances could not be told: Shopify sends it again           |
 */
export async function receiveCatalogueNotice(services: NoticeServices, request: Request): Promise<Response> {
  const notice = await readSignedWebhook(services, request)
  if (notice instanceof Response) return notice
  if (!CATALOGUE_TOPICS.some((topic) => topic === notice.topic)) return respond(200)
  if (!payloadSchema.safeParse(parseJson(notice.payload)).success) return refuseBody(services)
  try {
    await services.storefront.refresh(`${notice.topic} ${notice.eventId ?? notice.webhookId}`)
    return respond(200)
  } catch (error) {
    services.log.error({ err: error, topic: notice.topic }, 'other instances not told of a new catalogue')
    return respond(503, { 'Retry-After': '30' })
  }
}
