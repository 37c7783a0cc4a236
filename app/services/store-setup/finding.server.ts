import type { AdminApi } from '#supabase/functions/_shared/environment.ts'
import { ShopifyAdminError } from '#supabase/functions/_shared/shopify-admin.ts'
import type { UploadOptions } from './pictures.server.ts'

/** What the steps of set-up are carried out with. */
export type Making = { readonly admin: AdminApi; readonly uploads: UploadOptions }

/** One change that set-up can make. */
export type SetupStep = {
  /** Its line in the plan. */
  readonly words: string
  /**
   * Makes the change, one step at a time and in order. It looks ids up by then, as earlier steps create what it names. It
   * can be repeated after it was interrupted: the next comparison finds what is done.
   * @throws ShopifyAdminError
   */
  readonly make: (making: Making) => Promise<void>
}

/** `stops`: the shop cannot open with it. */
export type Weight = 'stops' | 'harms'

export type StoreFinding = {
  /** Stable, for tests and for the owner's room: `product:magic-wand:tags`. */
  readonly id: string
  readonly weight: Weight
  /** What is missing or different. */
  readonly message: string
  /** What the owner does about it. */
  readonly mend: string
  /** Null where only a person can mend it. */
  readonly step: SetupStep | null
}

/** What only a person can mend. */
export function forPerson(id: string, weight: Weight, message: string, mend: string): StoreFinding {
  return { id, weight, message, mend, step: null }
}

/** What a step of set-up mends. @param words of the step */
export function forSetup(
  id: string,
  weight: Weight,
  message: string,
  words: string,
  make: SetupStep['make'],
): StoreFinding {
  return { id, weight, message, mend: 'Run `npm run setup`, which does it.', step: { words, make } }
}

/** What Shopify should have, and no longer has: somebody changed the shop meanwhile. */
export function gone(what: string): ShopifyAdminError {
  return new ShopifyAdminError('set-up', `${what} is not there any more: run set-up again`)
}

/** The titles, quoted, with commas. */
export function named(titles: readonly string[]): string {
  return titles.map((title) => `“${title}”`).join(', ')
}

/** A number with the words for one or for several. */
export function counted(count: number, one: string, several = `${one}s`): string {
  return `${count} ${count === 1 ? one : several}`
}
