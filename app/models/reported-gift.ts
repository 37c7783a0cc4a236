/** A paid gift whose words have reached nobody, as the owner sees it. */
export type ReportedGift = {
  readonly giftId: string
  readonly mailId: string
  readonly orderName: string
  readonly giftTitle: string
  /** Why its mail did not reach anybody, in words for the owner. */
  readonly reason: string
  /** Path of the letter with the magic words. */
  readonly letter: string
  readonly createdAt: string
}
