import { GraphQLError } from 'graphql'

const MOST = 250

/** Refuses a list that is longer than Shopify takes in one request. @throws GraphQLError */
export function checkInputSize(name: string, list: readonly unknown[] | null | undefined): void {
  if ((list?.length ?? 0) <= MOST) return
  throw new GraphQLError(
    `The input array size of ${list?.length} for ${name} is greater than the maximum allowed of ${MOST}.`,
    { extensions: { code: 'MAX_INPUT_SIZE_EXCEEDED' } },
  )
}
