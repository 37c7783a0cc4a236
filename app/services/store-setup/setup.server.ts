import { ADMIN_SCOPES, missingScopes, SETUP_SCOPES } from '#app/models/store-requirements.ts'
import type { AdminApi } from '#supabase/functions/_shared/environment.ts'
import { callAdmin } from '#supabase/functions/_shared/shopify-admin.ts'
import { READ_ACCESS } from './documents.server.ts'
import { counted, type StoreFinding } from './finding.server.ts'
import type { UploadOptions } from './pictures.server.ts'
import { accessSchema, readStore, type StoreState } from './read-store.server.ts'
import { compareStore } from './store-comparison.server.ts'

export type SetupOutput = {
  readonly print: (line: string) => void
  /** Shows what is being done just now, in place of what was shown before. */
  readonly progress: (what: string) => void
  /** Asks whether the plan shall be carried out. */
  readonly confirm: () => Promise<boolean>
}

export type SetupOptions = Pick<UploadOptions, 'publicDir' | 'fetch'> & {
  readonly admin: AdminApi
  /** Scheme and host of the shop, for webhooks; null leaves them out. */
  readonly origin: string | null
  /** Handles of products of the owner's own that set-up may change. */
  readonly adopted: readonly string[]
  readonly output: SetupOutput
}

/**
 * `done`: nothing is left for set-up to do. `declined`: the plan was not carried out. `blocked`: the token may not do it.
 * `left`: something is still missing after all steps.
 */
export type SetupOutcome = 'done' | 'declined' | 'blocked' | 'left'

/** Set-up waits as long as Shopify asks it to: nobody is waiting for a page. */
const DEADLINE_MS = 120_000

/**
 * Compares the Shopify shop with what is required, shows the plan, and after a yes carries it out. Every step can be
 * interrupted: run again, it does what is left, and nothing when nothing is.
 * @throws ShopifyAdminError when Shopify refuses a step or does not answer; the steps before it are done
 */
export async function setUpStore(options: SetupOptions): Promise<SetupOutcome> {
  const { origin, adopted, output } = options
  const admin = { ...options.admin, deadlineMs: DEADLINE_MS }
  const { print, progress } = output
  const reading = (what: string) => progress(`Reading the shop: ${what}`)
  reading('permissions')
  const access = await callAdmin(admin, READ_ACCESS, {}, accessSchema)
  const denied = missingScopes(access.scopes, [...ADMIN_SCOPES, ...SETUP_SCOPES])
  if (denied.length > 0) {
    print('The Admin API token may not do what set-up has to do:')
    for (const scope of denied)
      print(
        `  - The Admin API token is not allowed ${scope}.\n    Add ${scope} to the app's access scopes, release the version, and install the app again.`,
      )
    return 'blocked'
  }
  const read = () => readStore(admin, access, reading)
  const compare = (store: StoreState) => compareStore(store, { origin, adopted })
  const findings = compare(await read())
  const steps = findings.flatMap(({ step }) => step ?? [])
  if (origin === null) print('PUBLIC_ORIGIN is not set, so webhooks are left out: set it and run this again.')
  if (steps.length === 0) {
    print('Nothing to do: the shop has everything that set-up can make.')
    printRest(findings, print)
    return 'done'
  }
  print(`${counted(steps.length, 'step')} to do; nothing else is changed:`)
  for (const [place, step] of steps.entries()) print(`  ${place + 1}. ${step.words}`)
  if (!(await output.confirm())) {
    print('Nothing was changed.')
    return 'declined'
  }
  let current = ''
  const uploads = { ...options, onProgress: (what: string) => progress(`${current}: ${what}`) }
  for (const [place, step] of steps.entries()) {
    current = `${place + 1} of ${steps.length}`
    progress(`${current}: ${step.words}`)
    await step.make({ admin, uploads })
    print(`  done ${current}: ${step.words}`)
  }
  const rest = compare(await read())
  const isLeft = rest.some(({ step }) => step !== null)
  print(isLeft ? 'Something is still missing: run this again.' : 'Done: run again, it would change nothing.')
  printRest(rest, print)
  return isLeft ? 'left' : 'done'
}

function printFindings(findings: readonly StoreFinding[], print: (line: string) => void): void {
  for (const { message, mend } of findings) print(`  - ${message}\n    ${mend}`)
}

/** What only a person can do: what was found, and what cannot be seen from here. */
function printRest(findings: readonly StoreFinding[], print: (line: string) => void): void {
  const found = findings.filter(({ step }) => step === null)
  if (found.length > 0) {
    print('For you to mend:')
    printFindings(found, print)
  }
  print('Only a person can do this:')
  for (const line of ONLY_A_PERSON) print(`  - ${line}`)
}

/** What set-up cannot do at Shopify, whatever it finds. */
const ONLY_A_PERSON = [
  'Payments: in Shopify, open Settings, Payments, and switch on Shopify Payments with USD and GBP; other currencies than your own are charged only by it.',
  'Stock: new variants are sold without a limit. Give those of Vol. I their stock (Ashborn 80, Sunfire 35, Ember 80 copies) and switch on “Inventory tracked”.',
  'Delivery: the rates of the new profile are a proposal. Look at them under Settings, Shipping and delivery.',
  'Taxes: open Settings, Taxes and duties, and say where you are registered; in the UK and EU, prices include taxes.',
  'Shop policies and the checkout’s look: open Settings, Policies and Checkout.',
] as const
