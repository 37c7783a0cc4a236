import { cutText } from '#app/models/cut-text.ts'
import { isSetupPending, usableDiscountCode } from '#app/models/gift-code.ts'
import { failure, type Notice } from '#app/models/messages.ts'
import type { ListName } from '#app/models/owner-lists.ts'
import { giftMailSent, ORDER_REPORTS, OWNER_NOTICES, subscriberRemoved } from '#app/models/owner-messages.ts'
import { ONLY_OPEN, ONLY_PENDING } from '../backend/gift-records.server.ts'
import type { ListRow, ListTable, RowFilter } from '../backend/lists.server.ts'
import { formOf } from '../forms/shop-forms.server.ts'
import type { Services } from '../request/services.server.ts'
import { type AdminOutcome, done, failed } from './admin-outcome.server.ts'
import { type Cell, code, letter, link, strong, tag, under, when } from './cells.server.ts'

type Filter = RowFilter & {
  readonly label: string
  /** Said when no row is like that. */
  readonly none: string
}

/**
 * What can be done with a row. `when`: with which rows; `failure`: said when the backend is out of reach; `missing`: said when
 * the row is not there any more.
 */
type Action<Row> = {
  readonly label: string
  readonly when: (row: Row) => boolean
  readonly ask?: (row: Row) => string
  readonly failure?: Notice
  readonly missing?: Notice
  /** @param key the same for a form that is sent twice */
  readonly run: (services: Services, row: Row, key: string) => Promise<AdminOutcome>
}

export type List<Table extends ListTable = ListTable> = {
  readonly title: string
  readonly about?: string
  readonly table: Table
  readonly empty: string
  readonly filters: Readonly<Record<string, Filter>>
  /** The cells of a row by column: also the columns of its file. The first says which row it is. */
  readonly columns: (row: ListRow<Table>) => Readonly<Record<string, Cell>>
  readonly actions: Readonly<Record<string, Action<ListRow<Table>>>>
  /** A form of the list itself. */
  readonly form?: {
    readonly intent: string
    readonly label: string
    readonly failure: Notice
    /** The label of a text field that the form has. */
    readonly field?: string
    /** @param typed what is in the field; empty without one */
    readonly run: (services: Services, ownerEmail: string, typed: string) => Promise<AdminOutcome>
  }
}

type Gift = ListRow<'giftCodes'>

function giftState(gift: Gift): Cell {
  if (gift.revokedAt !== null) return tag('bad', 'Taken back')
  if (gift.redeemed) return tag('plain', 'Redeemed')
  if (isSetupPending(gift)) return tag('wait', 'Setup pending')
  return [tag('ok', 'Open'), usableDiscountCode(gift) === null && under('No discount code yet')]
}

const isOpen = (gift: Gift) => !gift.redeemed && gift.revokedAt === null
const person = (name: string | null, email: string | null): Cell =>
  name || email ? [name, email && under(email)] : under('Not known')

const GIFT_CODES: List<'giftCodes'> = {
  title: 'Gift codes',
  about: 'Magic words are English words. They work however they are typed.',
  table: 'giftCodes',
  empty: 'No gift codes yet. They appear when a gift is bought.',
  filters: {
    open: { label: 'Open', none: 'No gift code is open.', ...ONLY_OPEN },
    redeemed: {
      label: 'Redeemed',
      none: 'Nobody has redeemed a gift yet.',
      where: (rows) => rows.eq('redeemed', true),
    },
    'setup-pending': { label: 'Setup pending', none: 'No gift code waits for its setup.', ...ONLY_PENDING },
  },
  columns: (gift) => ({
    'Magic words': code(gift.code),
    Gift: gift.productTitle,
    Store: gift.market.toUpperCase(),
    Purchaser: person(gift.purchaserName, gift.purchaserEmail),
    Recipient: person(gift.recipientName, gift.recipientEmail),
    State: giftState(gift),
    Created: [when(gift.createdAt), gift.orderName && under(`Order ${gift.orderName}`)],
    Redeemed: when(gift.redeemedAt) || under('Not yet'),
  }),
  actions: {
    // Spec: 4 Admin, 8 Admin
    complete: {
      label: 'Mark Complete',
      when: (gift) => gift.revokedAt === null && isSetupPending(gift),
      failure: OWNER_NOTICES.updateFailed,
      missing: OWNER_NOTICES.updateFailed,
      run: async ({ backend }, gift) =>
        (await backend.gifts.confirmSetup(gift.id))
          ? done(OWNER_NOTICES.markedComplete)
          : failed(404, OWNER_NOTICES.updateFailed),
    },
    resend: {
      label: 'Send the gift email again',
      when: (gift) => isOpen(gift) && gift.purchaserEmail !== null,
      ask: (gift) => `Send the magic words to ${gift.purchaserEmail} again?`,
      failure: OWNER_NOTICES.mailFailed,
      run: async ({ backend }, gift, key) => {
        // Since the page was opened, its words may have stopped working.
        if (!isOpen(gift)) return failed(409, OWNER_NOTICES.giftNotOpen)
        if (!gift.purchaserEmail) return failed(409, OWNER_NOTICES.noAddress)
        const state = await backend.sendGiftMail(gift, key)
        const isSent = state === 'sent' || state === 'busy' || state === 'repeated'
        return isSent ? done(giftMailSent(gift.purchaserEmail)) : failed(502, OWNER_NOTICES.mailFailed)
      },
    },
  },
}

const SUBSCRIBERS: List<'subscribers'> = {
  title: 'Subscribers',
  table: 'subscribers',
  empty: 'Nobody on the list yet. Be patient, or be interesting.',
  filters: {
    subscribed: {
      label: 'Subscribed',
      none: 'Nobody is on the list now.',
      where: (rows) => rows.is('unsubscribed_at', null),
    },
  },
  columns: (row) => ({
    Name: row.fullName,
    Email: row.email,
    Source: row.source,
    Joined: when(row.createdAt),
    'Left the list': when(row.unsubscribedAt),
  }),
  actions: {
    remove: {
      label: 'Take off',
      when: () => true,
      ask: ({ email }) => `Take ${email} off the list?`,
      run: async ({ backend }, { id, email }) =>
        (await backend.removeSubscriber(id))
          ? done(subscriberRemoved(email))
          : failed(404, OWNER_NOTICES.gone),
    },
  },
}

const WAITLIST: List<'waitlist'> = {
  title: 'Waitlist',
  table: 'waitlist',
  empty: 'Nobody is waiting for Vol. II yet.',
  filters: {},
  columns: (row) => ({
    Name: row.name,
    Email: row.email,
    Store: row.market?.toUpperCase() ?? null,
    Joined: when(row.createdAt),
  }),
  actions: {},
}

/** A `mailto:` address of a reply that quotes the message. */
function replyTo({ email, subject, message }: ListRow<'messages'>): string {
  const quoted = cutText(message, 500).replace(/^/gm, '> ')
  const query = `subject=${encodeURIComponent(`Re: ${subject}`)}&body=${encodeURIComponent(`\n\n${quoted}`)}`
  return `mailto:${encodeURIComponent(email)}?${query}`
}

const MESSAGES: List<'messages'> = {
  title: 'Messages',
  table: 'messages',
  empty: 'No messages. A quiet day.',
  filters: {
    waiting: {
      label: 'To answer',
      none: 'Nothing to answer. A quiet day.',
      where: (rows) => rows.is('answered_at', null),
    },
  },
  columns: (row) => ({
    From: [row.fullName, under(row.email)],
    Subject: [strong(row.subject), letter(row.message)],
    Received: when(row.createdAt),
    Answer: [row.answeredAt !== null && tag('ok', 'Answered'), link('Reply by email', replyTo(row))],
  }),
  actions: {
    answered: {
      label: 'Mark as answered',
      when: ({ answeredAt }) => answeredAt === null,
      run: async ({ backend }, { id }) =>
        (await backend.markAnswered(id)) ? done(OWNER_NOTICES.answered) : failed(404, OWNER_NOTICES.gone),
    },
  },
}

const FORM_NAMES: Readonly<Record<string, string>> = {
  contact: 'A message',
  signup: 'For the mailing list',
  waitlist: 'For the waitlist',
}

const HELD_POSTS: List<'heldPosts'> = {
  title: 'Held back',
  about:
    'Forms in which a robot, or a password manager, has filled what nobody sees. Their senders think that they were sent.',
  table: 'heldPosts',
  empty: 'Nothing is held back.',
  filters: {},
  columns: (row) => ({
    From: [row.fullName, under(row.email)],
    Form: [strong(FORM_NAMES[row.form] ?? row.form), letter(row.message)],
    Received: when(row.createdAt),
  }),
  actions: {
    real: {
      label: 'It is a real one',
      when: () => true,
      run: async ({ backend }, { id }) => {
        const post = await backend.getHeldPost(id)
        const form = post && formOf(post.form)
        if (!form) return failed(404, OWNER_NOTICES.gone)
        const refused = await form.send(backend, post.fields, { market: post.market, idempotencyKey: '' })
        if (refused !== null) return failed(409, failure(refused.message))
        await backend.removeHeldPost(id)
        return done(OWNER_NOTICES.released)
      },
    },
  },
}

const ORDER_STATES: Record<NonNullable<ListRow<'orders'>['status']>, Cell & object> = {
  paid: tag('ok', 'Paid'),
  unpaid: tag('wait', 'Not paid'),
  cancelled: tag('plain', 'Cancelled'),
  test: tag('plain', 'Test order: no gifts'),
  unknown: tag('bad', 'Not in the store'),
}

const ORDERS: List<'orders'> = {
  title: 'Orders',
  about: 'Orders of the store as they were last read, with what is to be looked at.',
  table: 'orders',
  empty: 'Nothing has been ordered yet.',
  filters: {
    open: {
      label: 'To look at',
      none: 'Every order is read, and none needs you.',
      anyOf: 'due_at.not.is.null,reports.neq.""',
    },
  },
  columns: (row) => ({
    Order: row.orderName ?? row.orderId,
    State: [
      ...[row.status === null ? tag('wait', 'Not read yet') : ORDER_STATES[row.status]].flat(),
      ...row.reports.map((report) => under(ORDER_REPORTS[report])),
      row.dueAt !== null && row.lastError !== null && under(row.lastError),
    ],
    Gifts: row.orderName && link('Its gifts', `/admin/gift-codes?q=${encodeURIComponent(row.orderName)}`),
    Seen: when(row.createdAt),
    'Last read': when(row.doneAt),
  }),
  actions: {
    read: {
      label: 'Read again',
      when: () => true,
      failure: OWNER_NOTICES.orderNotAsked,
      run: async ({ orders }, { orderId }) => {
        await orders.ring(orderId)
        return done(OWNER_NOTICES.orderAsked)
      },
    },
    'make-gifts': {
      label: 'Make the gift',
      when: ({ reports }) => reports.includes('no-wrapping'),
      failure: OWNER_NOTICES.orderNotAsked,
      run: async ({ orders }, { orderId }) => {
        await orders.makeWithoutWrapping(orderId)
        return done(OWNER_NOTICES.giftsMade)
      },
    },
  },
  form: {
    intent: 'read-number',
    label: 'Read order by number',
    field: 'Order number',
    failure: OWNER_NOTICES.orderNotAsked,
    run: async ({ orders, log }, _email, number) => {
      try {
        const id = await orders.ringByName(number)
        return id === null ? failed(404, OWNER_NOTICES.orderNotFound) : done(OWNER_NOTICES.orderAsked)
      } catch (error) {
        log.error({ err: error }, 'order not found by its number')
        return failed(503, OWNER_NOTICES.orderNotAsked)
      }
    },
  },
}

const MAIL_STATES: Record<ListRow<'mails'>['state'], Cell & object> = {
  waiting: tag('wait', 'Waiting'),
  sending: tag('wait', 'Waiting'),
  sent: tag('ok', 'Sent'),
  failed: tag('bad', 'Failed'),
}

const MAILS: List<'mails'> = {
  title: 'Mail',
  table: 'mails',
  empty: 'No email has been written yet.',
  filters: {
    failed: {
      label: 'Failed',
      none: 'No email has failed.',
      where: (rows) => rows.eq('state', 'failed'),
    },
  },
  columns: (mail) => ({
    To: mail.toEmail || under('Nobody'),
    Subject: mail.subject,
    Written: when(mail.createdAt),
    State: [
      ...[MAIL_STATES[mail.state]].flat(),
      mail.state === 'failed' && mail.lastError && under(mail.lastError),
    ],
  }),
  actions: {
    send: {
      label: 'Send now',
      when: ({ state }) => state !== 'sent',
      failure: OWNER_NOTICES.mailFailed,
      run: async ({ backend }, { id }) =>
        (await backend.sendOutboxMail(id)) === 'sent'
          ? done(OWNER_NOTICES.mailSent)
          : failed(502, OWNER_NOTICES.mailFailed),
    },
  },
  form: {
    intent: 'test',
    label: 'Send a test email to me',
    failure: OWNER_NOTICES.mailFailed,
    run: async ({ backend }, ownerEmail) =>
      (await backend.sendTestMail(ownerEmail)) === 'sent'
        ? done(giftMailSent(ownerEmail))
        : failed(502, OWNER_NOTICES.mailFailed),
  },
}

/** The owner's lists by their names in addresses. */
export const LISTS: Readonly<Record<ListName, List>> = {
  'gift-codes': asList(GIFT_CODES),
  subscribers: asList(SUBSCRIBERS),
  waitlist: asList(WAITLIST),
  messages: asList(MESSAGES),
  'held-back': asList(HELD_POSTS),
  orders: asList(ORDERS),
  outbox: asList(MAILS),
}

/** A list of one table as a list of any: its functions are called with rows of its own table only. */
function asList<Table extends ListTable>(list: List<Table>): List {
  return list as unknown as List
}
