import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { z } from 'zod'
import { pictureUrl } from '#app/models/picture-sources.ts'
import { PICTURES } from '#app/models/pictures.ts'
import type { ProductPicture } from '#app/models/store-variants.ts'
import type { AdminApi } from '#supabase/functions/_shared/environment.ts'
import {
  callAdmin,
  joinErrors,
  ShopifyAdminError,
  userErrors,
} from '#supabase/functions/_shared/shopify-admin.ts'
import { projectPath } from '../config/project-path.server.ts'
import { boundedFetch } from '../upstream/bounded-fetch.server.ts'
import { STAGE_UPLOADS } from './documents.server.ts'

const text = z.string()
const parameters = z.array(z.object({ name: text, value: text }))
const target = z.object({ url: text, resourceUrl: text, parameters })
const staged = z.object({
  stagedUploadsCreate: z.object({ stagedTargets: z.array(target).nullable(), userErrors }),
})

const UPLOAD_MS = 60_000

/**
 * Uploads pictures of this repository to Shopify's storage.
 * @returns the address of each, from which Shopify makes its own picture
 * @throws ShopifyAdminError
 */
export async function uploadPictures(
  admin: AdminApi,
  names: readonly ProductPicture[],
): Promise<ReadonlyMap<ProductPicture, string>> {
  const files = await Promise.all(
    names.map(async (name) => {
      const path = pictureUrl(PICTURES[name], Number.POSITIVE_INFINITY, 'jpg')
      const bytes = await readFile(projectPath(`build/client${path}`))
      return { name, filename: basename(path), bytes: new Uint8Array(bytes) }
    }),
  )
  const input = files.map(({ filename, bytes }) => {
    const kind = { resource: 'IMAGE', mimeType: 'image/jpeg', httpMethod: 'POST' }
    return { ...kind, filename, fileSize: String(bytes.byteLength) }
  })
  const { stagedUploadsCreate: reply } = await callAdmin(admin, STAGE_UPLOADS, { input }, staged)
  const addresses = new Map<ProductPicture, string>()
  for (const [place, { name, filename, bytes }] of files.entries()) {
    const to = reply.stagedTargets?.[place]
    if (to === undefined) throw new ShopifyAdminError('StageUploads', joinErrors(reply.userErrors))
    const form = new FormData()
    for (const { name: field, value } of to.parameters) form.append(field, value)
    // Storage ignores every field after the file.
    form.append('file', new Blob([bytes], { type: 'image/jpeg' }), filename)
    const signal = AbortSignal.timeout(UPLOAD_MS)
    const response = await boundedFetch(to.url, { method: 'POST', body: form, signal }).catch(() => null)
    if (!response?.ok)
      throw new ShopifyAdminError(`upload of ${filename}`, response ? `HTTP ${response.status}` : 'no answer')
    addresses.set(name, to.resourceUrl)
  }
  return addresses
}
