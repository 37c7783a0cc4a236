import { GraphQLError } from 'graphql'

const MAX_INPUT_SIZE = 250

/** Checks Shopify's limit on the length of an input list. @throws GraphQLError when it is exceeded */
export function checkInputSize(name: string, list: readonly unknown[] | null | undefined): void {
  if ((list?.length ?? 0) <= MAX_INPUT_SIZE) return
  throw new GraphQLError(
    `The input array size of ${list?.length} for ${name} is greater than the maximum allowed of ${MAX_INPUT_SIZE}.`,
    { extensions: { code: 'MAX_INPUT_SIZE_EXCEEDED' } },
  )
}
