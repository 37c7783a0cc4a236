import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
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
import { STAGE_UPLOADS } from './documents.server.ts'

const staged = z.object({
  stagedUploadsCreate: z.object({
    stagedTargets: z
      .array(
        z.object({
          url: z.string(),
          resourceUrl: z.string(),
          parameters: z.array(z.object({ name: z.string(), value: z.string() })),
        }),
      )
      .nullable(),
    userErrors,
  }),
})

const UPLOAD_MS = 60_000

export type UploadOptions = {
  /** The folder that pictures' addresses start in. */
  readonly publicDir: string
  /** Sends the pictures to Shopify's storage. */
  readonly fetch: typeof fetch
  readonly onProgress: (what: string) => void
}

/**
 * Uploads pictures of this repository to Shopify's storage.
 * @returns the address of each, from which Shopify makes its own picture
 * @throws ShopifyAdminError
 */
export async function uploadPictures(
  admin: AdminApi,
  names: readonly ProductPicture[],
  { publicDir, fetch, onProgress }: UploadOptions,
): Promise<ReadonlyMap<ProductPicture, string>> {
  const files = await Promise.all(
    names.map(async (name) => {
      const path = pictureUrl(PICTURES[name], Number.POSITIVE_INFINITY, 'jpg')
      return { name, filename: basename(path), bytes: await readFile(join(publicDir, path)) }
    }),
  )
  const input = files.map(({ filename, bytes }) => ({
    resource: 'IMAGE',
    filename,
    mimeType: 'image/jpeg',
    httpMethod: 'POST',
    fileSize: String(bytes.byteLength),
  }))
  const { stagedUploadsCreate: reply } = await callAdmin(admin, STAGE_UPLOADS, { input }, staged)
  const targets = reply.stagedTargets ?? []
  if (reply.userErrors.length > 0 || targets.length !== files.length)
    throw new ShopifyAdminError('StageUploads', joinErrors(reply.userErrors))
  const addresses = new Map<ProductPicture, string>()
  for (const [place, { name, filename, bytes }] of files.entries()) {
    onProgress(`picture ${place + 1} of ${files.length}`)
    const target = targets[place]
    if (target === undefined) continue
    const form = new FormData()
    for (const { name: field, value } of target.parameters) form.append(field, value)
    // Storage ignores every field after the file.
    form.append('file', new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }), filename)
    const response = await fetch(target.url, {
      method: 'POST',
      body: form,
      redirect: 'manual',
      signal: AbortSignal.timeout(UPLOAD_MS),
    }).catch(() => null)
    if (response === null || !response.ok)
      throw new ShopifyAdminError(`upload of ${filename}`, response ? `HTTP ${response.status}` : 'no answer')
    addresses.set(name, target.resourceUrl)
  }
  return addresses
}
