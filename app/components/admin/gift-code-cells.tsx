import type { ReactNode } from 'react'
import type { GiftCodeRow, GiftCodeState } from '#app/models/owner-lists.ts'
import { Text, Under } from './admin-table.tsx'
import { Tag, When } from './cells.tsx'
import { Confirm } from './confirm.tsx'
import { RowForm } from './row-form.tsx'

const TAGS: Record<GiftCodeState, ReactNode> = {
  open: <Tag tone="ok">Open</Tag>,
  redeemed: <Tag>Redeemed</Tag>,
  'setup-pending': <Tag tone="wait">Setup pending</Tag>,
  revoked: <Tag tone="bad">Taken back</Tag>,
}

/**
 * The cells of a gift code, with its actions.
 * @param resendKey idempotency key of this page view: a mail that is requested twice from it is sent once
 */
export function giftCodeCells(gift: GiftCodeRow, resendKey: string) {
  return {
    'Magic words': <code id={`code-${gift.id}`}>{gift.code}</code>,
    Gift: gift.productTitle,
    Store: gift.market.toUpperCase(),
    Purchaser: (
      <Person name={gift.purchaserName} email={gift.purchaserEmail}>
        <PurchaserActions gift={gift} resendKey={resendKey} />
      </Person>
    ),
    Recipient: <Person name={gift.recipientName} email={gift.recipientEmail} />,
    State: <GiftState gift={gift} />,
    Created: (
      <>
        <When at={gift.createdAt} />
        {gift.orderName ? <Under>{`Order ${gift.orderName}`}</Under> : null}
      </>
    ),
    Redeemed: gift.redeemedAt ? <When at={gift.redeemedAt} /> : <Under>Not yet</Under>,
  }
}

function Person({
  name,
  email,
  children,
}: {
  name: string | null
  email: string | null
  children?: ReactNode
}) {
  if (!name && !email) return <Under>Not known</Under>
  return (
    <>
      <Text>{name}</Text>
      {email ? (
        <Under>
          <Text>{email}</Text>
        </Under>
      ) : null}
      {children}
    </>
  )
}

function PurchaserActions({ gift, resendKey }: { gift: GiftCodeRow; resendKey: string }) {
  if (gift.purchaserEmail === null || (gift.state !== 'open' && gift.state !== 'setup-pending')) return null
  return (
    <Confirm
      label="Send the gift email again"
      question={`Send the magic words to ${gift.purchaserEmail} again?`}
      yes="Send"
      fields={{ intent: 'resend', id: gift.id, key: resendKey }}
    />
  )
}

function GiftState({ gift }: { gift: GiftCodeRow }) {
  return (
    <>
      {TAGS[gift.state]}
      {gift.hasDiscount || gift.state !== 'open' ? null : <Under>No discount code yet</Under>}
      {gift.isPending ? (
        <RowForm
          fields={{ intent: 'complete', id: gift.id }}
          variant="link"
          busyLabel="Saving..."
          aria-describedby={`code-${gift.id}`}
        >
          Mark Complete
        </RowForm>
      ) : null}
    </>
  )
}
