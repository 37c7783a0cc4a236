import { data } from 'react-router'
import { parseFormName } from '#app/models/form-messages.ts'
import { isSetupPending, SAMPLE_ORDER } from '#app/models/gift-code.ts'
import { failure, success, type Toast } from '#app/models/messages.ts'
import { isOpen } from '#app/models/order-gifts.ts'
import { type Cell, type CellPart, type ListName, part } from '#app/models/owner-lists.ts'
import { giftMailSent, ORDER_REPORTS, OWNER_TOASTS } from '#app/models/owner-messages.ts'
import { parseEmail } from '#supabase/functions/_shared/forms/fields.ts'
import { giftOfMailKey, MAX_ATTEMPTS } from '#supabase/functions/_shared/outbox.ts'
import { usableCode } from '#supabase/functions/_shared/text/text.ts'
import { ONLY_PENDING, ONLY_UNREDEEMED, SETUP_COMPLETE } from '../backend/gift-records.server.ts'
import type { ListRow } from '../backend/lists.server.ts'
import { sendForm } from '../forms/form-post.server.ts'
import { filter, type List, listOf } from './list.server.ts'

/** The owner's lists. A list is a description; what they have in common is in `list.server.ts`. */

type Gift = ListRow<'giftCodes'>
type Mail = ListRow<'mails'>

function giftState(gift: Gift): CellPart {
  if (gift.revokedAt !== null) return part.bad('Taken back')
  if (gift.redeemed) return part.plain('Redeemed')
  return isSetupPending(gift) ? part.wait('Setup pending') : part.ok('Open')
}

const person = (name: string | null, email: string | null): Cell =>
  name || email ? [name, email && part.under(email)] : part.under('Not known')
/** What is said of a mail that was to be sent at once. */
const sentOr = (state: string, toast: Toast, as: readonly string[] = ['sent']) =>
  as.includes(state) ? toast : OWNER_TOASTS.mailFailed

const HELD_BACK = listOf<'heldPosts'>({
  title: 'Messages',
  about:
    'Forms in which a robot, or a password manager, has filled what nobody sees. Their senders think that they were sent.',
  table: 'heldPosts',
  empty: '',
  columns: (row) => ({
    From: [row.fullName, part.under(row.email)],
    Form: [part.strong(row.form), part.letter(row.message)],
    Received: part.when(row.createdAt),
  }),
  actions: {
    real: {
      label: 'It is a real one',
      run: async ({ backend }, { id, fields, market, ...row }) => {
        const form = parseFormName(row.form)
        if (!form) return false
        const refused = await sendForm(backend, form, fields, { market, idempotencyKey: '' })
        if (refused !== null) return failure(refused.message)
        await backend.changeRow('heldPosts', id, 'delete')
        return OWNER_TOASTS.released
      },
    },
  },
})

const ORDER_STATES: Record<NonNullable<ListRow<'orders'>['status']>, CellPart> = {
  paid: part.ok('Paid'),
  unpaid: part.wait('Not paid'),
  cancelled: part.plain('Cancelled'),
  test: part.plain('Test order: no gifts'),
  unknown: part.bad('Not in the store'),
}

const [SENT, FAILED, WAITING] = [part.ok('Sent'), part.bad('Failed'), part.wait('Waiting')]
const MAIL_STATES = { waiting: WAITING, sending: WAITING, sent: SENT, failed: FAILED }

/** A mail with the words of a paid gift that has reached nobody. */
const isLostGift = ({ state, template }: Mail) => state === 'failed' && template === 'gift-code'
const ONLY_LOST_GIFTS = 'and(state.eq.failed,template.eq.gift-code)'

/** Why a mail has not arrived, and what can be done. */
const failureOf = (mail: Mail) => [
  mail.lastError && part.under(mail.lastError),
  mail.attempts < MAX_ATTEMPTS && part.under('The shop goes on trying by itself.'),
  isLostGift(mail) && mail.data.letterPath && part.link('Print the letter', mail.data.letterPath),
]

/** The owner's lists by their names in addresses. */
export const LISTS: Readonly<Record<ListName, List>> = {
  'gift-codes': listOf<'giftCodes'>({
    title: 'Gift codes',
    about: 'Magic words are English words. Capitals and extra spaces do not matter.',
    table: 'giftCodes',
    failure: OWNER_TOASTS.updateFailed,
    empty: 'No gift codes yet. They appear when a gift is bought.',
    filters: {
      open: filter('Open', 'No gift code is open.', ONLY_UNREDEEMED),
      redeemed: filter('Redeemed', 'Nobody has redeemed a gift yet.', 'redeemed.eq.true'),
      'setup-pending': filter('Setup pending', 'No gift code waits for its setup.', ONLY_PENDING),
    },
    columns: (gift) => ({
      'Magic words': part.code(gift.code),
      Gift: gift.productTitle,
      Store: gift.market.toUpperCase(),
      Purchaser: person(gift.purchaserName, gift.purchaserEmail),
      Recipient: person(gift.recipientName, gift.recipientEmail),
      State: [
        giftState(gift),
        isOpen(gift) && !usableCode(gift.discountCode) && part.under('No discount code yet'),
      ],
      Created: [
        part.when(gift.createdAt),
        gift.orderName && part.under(gift.orderId === SAMPLE_ORDER ? 'Sample' : `Order ${gift.orderName}`),
      ],
      Redeemed: part.when(gift.redeemedAt) || part.under('Not yet'),
    }),
    actions: {
      // Spec: 4 Admin, 8 Admin
      complete: {
        label: 'Mark Complete',
        when: (gift) => isOpen(gift) && isSetupPending(gift),
        run: async ({ backend }, { id }) =>
          (await backend.changeRow('giftCodes', id, SETUP_COMPLETE)) && OWNER_TOASTS.markedComplete,
      },
      resend: {
        label: 'Send the gift email again',
        when: (gift) => isOpen(gift) && gift.purchaserEmail !== null,
        ask: ({ purchaserEmail }) => `Send the magic words to ${purchaserEmail} again?`,
        run: async ({ backend }, gift, { key }) => {
          if (!isOpen(gift)) return OWNER_TOASTS.giftNotOpen
          if (!gift.purchaserEmail) return OWNER_TOASTS.noAddress
          const state = await backend.sendGiftMail(gift, key)
          return sentOr(state, giftMailSent(gift.purchaserEmail), ['sent', 'busy', 'repeated'])
        },
      },
    },
  }),

  subscribers: listOf<'subscribers'>({
    title: 'Subscribers',
    table: 'subscribers',
    empty: 'Nobody on the list yet. Be patient, or be interesting.',
    filters: {
      subscribed: filter('Subscribed', 'Nobody is on the list now.', 'unsubscribed_at.is.null'),
    },
    columns: (row) => ({
      Name: row.fullName,
      Email: row.email,
      Source: row.source,
      Joined: part.when(row.createdAt),
      'Left the list': part.when(row.unsubscribedAt),
    }),
    actions: {
      remove: {
        label: 'Take off',
        ask: ({ email }) => `Take ${email} off the list?`,
        run: async ({ backend }, { id, email }) =>
          (await backend.changeRow('subscribers', id, 'delete')) && success(`${email} is off the list.`),
      },
    },
  }),

  waitlist: listOf<'waitlist'>({
    title: 'Waitlist',
    table: 'waitlist',
    empty: 'Nobody is waiting for Vol. II yet.',
    columns: (row) => ({
      Name: row.name,
      Email: row.email,
      Store: row.market?.toUpperCase(),
      Joined: part.when(row.createdAt),
    }),
  }),

  messages: listOf<'messages'>({
    title: 'Messages',
    table: 'messages',
    empty: 'No messages. A quiet day.',
    filters: {
      waiting: filter('To answer', 'Nothing to answer. A quiet day.', 'answered_at.is.null'),
      held: { label: 'Held back', none: 'Nothing is held back.', list: HELD_BACK },
    },
    columns: (row) => ({
      From: [row.fullName, part.under(row.email)],
      Subject: [part.strong(row.subject), part.letter(row.message)],
      Received: part.when(row.createdAt),
      Answer: [
        row.answeredAt !== null && part.ok('Answered'),
        part.link(
          'Reply by email',
          `mailto:${encodeURIComponent(row.email)}?subject=${encodeURIComponent(`Re: ${row.subject}`)}`,
        ),
      ],
    }),
    actions: {
      answered: {
        label: 'Mark as answered',
        when: ({ answeredAt }) => answeredAt === null,
        run: async ({ backend, now }, { id }) => {
          const answered = { answered_at: new Date(now()).toISOString() }
          return (await backend.changeRow('messages', id, answered)) && OWNER_TOASTS.answered
        },
      },
    },
  }),

  orders: listOf<'orders'>({
    title: 'Orders',
    about:
      'Orders of the store as they were last read, and what is to be looked at. Gift codes has their gifts.',
    table: 'orders',
    failure: OWNER_TOASTS.orderNotAsked,
    empty: 'Nothing has been ordered yet.',
    filters: {
      open: filter(
        'To look at',
        'Every order is read, and none needs you.',
        'due_at.not.is.null,reports.neq.""',
      ),
    },
    columns: (row) => ({
      Order: row.orderName ?? row.orderId,
      State: [
        row.status === null ? part.wait('Not read yet') : ORDER_STATES[row.status],
        ...row.reports.map((report) => part.under(ORDER_REPORTS[report])),
        row.dueAt !== null && row.lastError !== null && part.under(row.lastError),
      ],
      Seen: part.when(row.createdAt),
      'Last read': part.when(row.doneAt),
    }),
    actions: {
      read: {
        label: 'Read again',
        run: ({ orders }, { orderId }) => orders.ring(orderId).then(() => OWNER_TOASTS.orderAsked),
      },
      'make-gifts': {
        label: 'Make the gift',
        when: ({ reports }) => reports.includes('no-wrapping'),
        run: ({ orders }, { orderId }) =>
          orders.ring(orderId, { without_wrapping: true }).then(() => OWNER_TOASTS.giftsMade),
      },
    },
    form: {
      intent: 'read-number',
      label: 'Read order by number',
      field: { name: 'typed', label: 'Order number' },
      run: async ({ orders }, { typed }) =>
        (await orders.ringByName(typed)) === null ? OWNER_TOASTS.orderNotFound : OWNER_TOASTS.orderAsked,
    },
  }),

  outbox: listOf<'mails'>({
    title: 'Mail',
    table: 'mails',
    failure: OWNER_TOASTS.mailFailed,
    empty: 'No email has been written yet.',
    filters: {
      failed: filter('Failed', 'No email has failed.', 'and(state.eq.failed,template.neq.gift-code)'),
      undelivered: filter('Gifts not arrived', 'Every gift has arrived.', ONLY_LOST_GIFTS),
    },
    columns: (mail) => ({
      To: mail.toEmail || part.under('Nobody'),
      Subject: [
        mail.subject,
        mail.data.orderName && part.under(`${mail.data.giftTitle}, Order ${mail.data.orderName}`),
      ],
      Written: part.when(mail.createdAt),
      State: [MAIL_STATES[mail.state], ...(mail.state === 'failed' ? failureOf(mail) : [])],
    }),
    actions: {
      send: {
        label: 'Send now',
        when: (mail) => mail.state !== 'sent' && !isLostGift(mail),
        run: async ({ backend }, { id }) => sentOr(await backend.sendOutboxMail(id), OWNER_TOASTS.mailSent),
      },
      'send-gift': {
        label: 'Send the words',
        when: isLostGift,
        field: ({ toEmail }) => ({ name: 'email', label: 'Email', defaultValue: toEmail }),
        run: async ({ backend }, mail, posted) => {
          const email = parseEmail(posted.email)
          if (email === null) return OWNER_TOASTS.notAnAddress
          const gift = await backend.gifts.get(giftOfMailKey(mail.dedupeKey) ?? '')
          if (gift === null || !isOpen(gift)) return OWNER_TOASTS.giftNotOpen
          const state = await backend.readdressGiftMail(mail.id, gift, email)
          // A form that was sent twice: the first one has taken the mail.
          return state === 'busy' ? OWNER_TOASTS.mailTaken : sentOr(state, giftMailSent(email))
        },
      },
    },
    form: {
      intent: 'test',
      label: 'Send a test email to me',
      run: async ({ backend }, { owner }) => sentOr(await backend.sendTestMail(owner), giftMailSent(owner)),
    },
  }),
}

/** The list of an address. @throws a Response with 404 where there is none */
export function requireList(name = ''): List {
  if (!Object.hasOwn(LISTS, name)) throw data(null, { status: 404 })
  return LISTS[name as ListName]
}
