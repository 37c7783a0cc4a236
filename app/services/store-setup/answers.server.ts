import { z } from 'zod'

/** An answer with an id. */
export const id = z.object({ id: z.string() })
/** A list of answers, as Shopify gives it. */
export const nodes = <Node extends z.ZodType>(node: Node) =>
  z.object({ nodes: z.array(node) }).transform((list) => list.nodes)
