import { z } from 'zod'

const id = z.object({ id: z.string() })
const app = z.object({ handle: z.string().nullish(), title: z.string() })
const catalog = z.object({ apps: z.object({ nodes: z.array(app) }).optional() })

/** What a query of the Admin API reads of the sales channels. */
export const channelReply = {
  currentAppInstallation: z.object({ publication: id.nullable() }),
  publications: z.object({ nodes: z.array(id.extend({ catalog: catalog.nullish() })) }),
}
const reply = z.object(channelReply)

/** The apps whose channels have storefront tokens of their own. */
const HEADLESS = /^(?:headless|hydrogen)$/i

/** The publications that a storefront token may belong to: that of this app, or of a headless storefront. */
export function channelIdsOf({ currentAppInstallation, publications }: z.output<typeof reply>): string[] {
  const own = currentAppInstallation.publication?.id
  const isHeadless = ({ handle, title }: z.output<typeof app>) =>
    HEADLESS.test(handle ?? '') || HEADLESS.test(title)
  const ours = publications.nodes.filter((one) => one.id === own || one.catalog?.apps?.nodes.some(isHeadless))
  return ours.map((one) => one.id)
}
