import type { SupabaseClient } from '@supabase/supabase-js'
import { z } from 'zod'
import type { FormName } from '#app/models/form-sent.ts'
import { MARKET_IDS, type Market } from '#app/models/market.ts'
import { type BackendAccess, expectDone, hasRows, isoNow, isUuid, rowsOf, rowsWith } from './client.server.ts'

const TABLE = 'held_posts'

/** A form that is kept until the owner says that it is a real one. */
export type HeldPost = {
  readonly form: FormName
  readonly fields: Readonly<Record<string, unknown>>
  readonly market: Market
  /** Equal for repeats. */
  readonly dedupeKey: string
}

const heldRows = rowsWith({ form: z.string(), fields: z.unknown(), market: z.enum(MARKET_IDS) })

/** Forms whose hidden field was filled. */
export function createHeldPosts(client: SupabaseClient, access: BackendAccess) {
  return {
    /** Keeps a form once, however often it is posted. @throws UpstreamError */
    async holdBack({ form, fields, market, dedupeKey }: HeldPost): Promise<null> {
      const text = (name: string) => String(fields[name] ?? '')
      const row = {
        form,
        fields,
        market,
        email: text('email'),
        full_name: text('fullName') || text('name'),
        message: text('message'),
        dedupe_key: dedupeKey,
        created_at: isoNow(access),
      }
      const reply = await client.from(TABLE).upsert(row, { onConflict: 'dedupe_key', ignoreDuplicates: true })
      expectDone('hold back', reply)
      return null
    },
    /** One of them; null when there is none. @throws UpstreamError */
    async getHeldPost(id: string) {
      if (!isUuid(id)) return null
      const reply = await client.from(TABLE).select('form, fields, market').eq('id', id)
      return rowsOf('read held post', reply, heldRows)[0] ?? null
    },
    /** @returns false when it is gone. @throws UpstreamError */
    async removeHeldPost(id: string): Promise<boolean> {
      return hasRows('remove held post', await client.from(TABLE).delete().eq('id', id).select('id'))
    },
  }
}
