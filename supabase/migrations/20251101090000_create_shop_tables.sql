-- The shop's tables. The same file runs on hosted Supabase (PostgreSQL) and on the embedded
-- backend (SQLite behind @supabase/lite). It therefore keeps to what both understand:
--   * no partial indexes: the translation drops their predicate, which would widen a unique index;
--   * no CHECK functions beyond lower(): the rest is refused;
--   * no database functions: the embedded backend has no rpc, so decisions are single statements.
-- `search_text` is what the owner's lists search in: one scanned column instead of several.
-- Times are always written by the application as ISO 8601 with a zone; now() is only a safety net.

-- Mailing list. `email` is stored in lower case, so the plain unique key ignores capitals.
create table public.email_subscribers (
  id uuid primary key default gen_random_uuid(),
  email varchar(255) not null,
  first_name varchar(120),
  last_name varchar(120),
  full_name varchar(255),
  source varchar(80) not null,
  market varchar(2),
  unsubscribe_token varchar(64),
  unsubscribed_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  search_text text generated always as (lower(
    coalesce(email, '') || ' ' || coalesce(full_name, '')
  )) stored,
  constraint email_subscribers_email_key unique (email),
  constraint email_subscribers_unsubscribe_token_key unique (unsubscribe_token),
  constraint email_subscribers_email_lower check (email = lower(email)),
  constraint email_subscribers_email_present check (email <> ''),
  constraint email_subscribers_market check (market is null or market in ('us', 'uk'))
);
create index email_subscribers_created_at_idx on public.email_subscribers (created_at desc, id desc);

-- Vol. II waitlist.
create table public.waitlist (
  id uuid primary key default gen_random_uuid(),
  email varchar(255) not null,
  name varchar(255) not null,
  first_name varchar(120) not null,
  last_name varchar(120) not null,
  full_name varchar(255) not null,
  source varchar(80) not null default 'Vol II Waitlist',
  website varchar(255) not null,
  subscribe_to_mailing_list boolean not null default true,
  market varchar(2),
  created_at timestamptz not null default now(),
  search_text text generated always as (lower(
    coalesce(email, '') || ' ' || coalesce(name, '')
  )) stored,
  constraint waitlist_email_key unique (email),
  constraint waitlist_email_lower check (email = lower(email)),
  constraint waitlist_email_present check (email <> ''),
  constraint waitlist_source check (source = 'Vol II Waitlist'),
  constraint waitlist_market check (market is null or market in ('us', 'uk'))
);
create index waitlist_created_at_idx on public.waitlist (created_at desc, id desc);

-- Gift codes ("magic words"). `code` is stored normalised (lower case), one row for each bought gift.
-- The order columns name the unit that was bought: a repeated order webhook can't make a second code.
create table public.gift_redemption_codes (
  id uuid primary key default gen_random_uuid(),
  code varchar(120) not null,
  product_title varchar(255) not null,
  product_variant_id varchar(120) not null,
  market varchar(2) not null,
  redeemed boolean not null default false,
  redeemed_at timestamptz,
  shopify_discount_code varchar(120),
  shopify_discount_id varchar(120),
  shopify_manual_setup_complete boolean not null default false,
  created_at timestamptz not null default now(),
  purchaser_name varchar(255),
  purchaser_email varchar(255),
  recipient_email varchar(255),
  recipient_name varchar(255),
  recipient_first_name varchar(120),
  recipient_last_name varchar(120),
  wrapping varchar(40),
  order_id varchar(80),
  order_name varchar(80),
  order_line_id varchar(80),
  order_line_unit integer,
  redeemed_order_id varchar(80),
  redeemed_order_name varchar(80),
  revoked_at timestamptz,
  revoked_reason varchar(255),
  search_text text generated always as (lower(
    coalesce(code, '') || ' ' || coalesce(purchaser_name, '') || ' ' || coalesce(purchaser_email, '') || ' ' || coalesce(recipient_name, '') || ' ' || coalesce(recipient_email, '') || ' ' || coalesce(order_name, '')
  )) stored,
  constraint gift_redemption_codes_code_key unique (code),
  constraint gift_redemption_codes_unit_key unique (order_id, order_line_id, order_line_unit),
  constraint gift_redemption_codes_code_lower check (code = lower(code)),
  constraint gift_redemption_codes_code_present check (code <> ''),
  constraint gift_redemption_codes_market check (market in ('us', 'uk')),
  constraint gift_redemption_codes_redeemed_at check (redeemed = (redeemed_at is not null))
);
create index gift_redemption_codes_created_at_idx on public.gift_redemption_codes (created_at desc, id desc);
create index gift_redemption_codes_pending_idx
  on public.gift_redemption_codes (shopify_manual_setup_complete, created_at desc);
create index gift_redemption_codes_redeemed_idx on public.gift_redemption_codes (redeemed, created_at desc);
create index gift_redemption_codes_discount_idx on public.gift_redemption_codes (shopify_discount_code);
create index gift_redemption_codes_purchaser_idx on public.gift_redemption_codes (purchaser_email);
create index gift_redemption_codes_order_idx on public.gift_redemption_codes (order_id);

-- What somebody agreed to, in the words they saw, and when.
create table public.consents (
  id uuid primary key default gen_random_uuid(),
  dedupe_key varchar(128) not null,
  email varchar(255) not null,
  purpose varchar(40) not null,
  source varchar(80) not null,
  wording text not null,
  market varchar(2),
  granted boolean not null default true,
  created_at timestamptz not null default now(),
  constraint consents_dedupe_key unique (dedupe_key),
  constraint consents_email_lower check (email = lower(email)),
  constraint consents_market check (market is null or market in ('us', 'uk'))
);
create index consents_email_idx on public.consents (email, created_at desc);

-- Contact form. Both keys make a repeated or identical post count once.
create table public.contact_messages (
  id uuid primary key default gen_random_uuid(),
  full_name varchar(100) not null,
  email varchar(255) not null,
  subject varchar(40) not null,
  message text not null,
  subscribe_to_mailing_list boolean not null default false,
  market varchar(2),
  content_key varchar(128) not null,
  idempotency_key varchar(128),
  answered_at timestamptz,
  created_at timestamptz not null default now(),
  search_text text generated always as (lower(
    coalesce(email, '') || ' ' || coalesce(full_name, '') || ' ' || coalesce(subject, '') || ' ' || coalesce(message, '')
  )) stored,
  constraint contact_messages_content_key unique (content_key),
  constraint contact_messages_idempotency_key unique (idempotency_key),
  constraint contact_messages_subject check (subject in (
    'Order Inquiry', 'Product Question', 'Return/Exchange', 'Press Inquiry',
    'Media Collaboration', 'Wholesale Inquiry', 'Other'
  )),
  constraint contact_messages_name_present check (full_name <> ''),
  constraint contact_messages_message_present check (message <> ''),
  constraint contact_messages_market check (market is null or market in ('us', 'uk'))
);
create index contact_messages_created_at_idx on public.contact_messages (created_at desc, id desc);
create index contact_messages_email_idx on public.contact_messages (email);

-- One row for each form post that carried an idempotency key; a second claim of the same key fails.
create table public.form_submissions (
  id uuid primary key default gen_random_uuid(),
  form varchar(40) not null,
  submission_key varchar(128) not null,
  completed_at timestamptz,
  created_at timestamptz not null default now(),
  constraint form_submissions_key unique (form, submission_key)
);
create index form_submissions_created_at_idx on public.form_submissions (created_at);

-- Webhooks received. A delivery counts once: Shopify repeats it under the same webhook id, and names the
-- event behind it in the event id, which deliveries of other topics share.
create table public.webhook_deliveries (
  id uuid primary key default gen_random_uuid(),
  webhook_id varchar(120) not null,
  event_id varchar(120),
  topic varchar(80) not null,
  shop_domain varchar(255),
  order_id varchar(80),
  order_name varchar(80),
  payload text,
  state varchar(20) not null default 'processing',
  attempts integer not null default 1,
  repeats integer not null default 0,
  last_error text,
  locked_until timestamptz,
  created_at timestamptz not null default now(),
  processed_at timestamptz,
  search_text text generated always as (lower(
    coalesce(topic, '') || ' ' || coalesce(order_id, '') || ' ' || coalesce(order_name, '') || ' ' || coalesce(webhook_id, '')
  )) stored,
  constraint webhook_deliveries_webhook_id_key unique (webhook_id),
  constraint webhook_deliveries_event_key unique (topic, event_id),
  constraint webhook_deliveries_state check (state in ('processing', 'done', 'failed', 'ignored'))
);
create index webhook_deliveries_created_at_idx on public.webhook_deliveries (created_at desc, id desc);
create index webhook_deliveries_state_idx on public.webhook_deliveries (state, created_at desc);

-- Mail to be sent. `template` and `data` are rendered when it goes out; the key keeps a mail from
-- being written twice.
create table public.mail_outbox (
  id uuid primary key default gen_random_uuid(),
  dedupe_key varchar(255) not null,
  template varchar(40) not null,
  to_email varchar(255) not null,
  reply_to varchar(320),
  subject varchar(255) not null,
  data jsonb not null,
  market varchar(2) not null,
  state varchar(20) not null default 'waiting',
  attempts integer not null default 0,
  last_error text,
  locked_until timestamptz,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  search_text text generated always as (lower(
    coalesce(to_email, '') || ' ' || coalesce(subject, '')
  )) stored,
  constraint mail_outbox_dedupe_key unique (dedupe_key),
  constraint mail_outbox_market check (market in ('us', 'uk')),
  constraint mail_outbox_state check (state in ('waiting', 'sending', 'sent', 'failed'))
);
create index mail_outbox_created_at_idx on public.mail_outbox (created_at desc, id desc);
create index mail_outbox_state_idx on public.mail_outbox (state, created_at desc);

-- Who did what in the owner's room, and when.
create table public.audit_trail (
  id uuid primary key default gen_random_uuid(),
  actor_id varchar(80),
  actor_email varchar(255) not null,
  action varchar(80) not null,
  subject_type varchar(80) not null,
  subject_id varchar(120),
  detail jsonb,
  created_at timestamptz not null default now(),
  search_text text generated always as (lower(
    coalesce(action, '') || ' ' || coalesce(actor_email, '') || ' ' || coalesce(subject_type, '') || ' ' || coalesce(subject_id, '')
  )) stored
);
create index audit_trail_created_at_idx on public.audit_trail (created_at desc, id desc);
create index audit_trail_subject_idx on public.audit_trail (subject_type, subject_id);
