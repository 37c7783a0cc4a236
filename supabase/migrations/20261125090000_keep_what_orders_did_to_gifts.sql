-- Store orders reach the shop as deliveries in any order, any number of times. What they say is kept as
-- facts that only ever grow; what a gift is follows from them (app/models/gift-life.ts), so that the last delivery
-- leaves the same result whichever it is. That one order at most has a gift is decided by the row of the gift.

-- Every discount code that a gift has had: a late order may still use one that was replaced.
create table public.gift_discounts (
  code varchar(120) primary key,
  gift_id uuid not null,
  created_at timestamptz not null default now(),
  constraint gift_discounts_code_upper check (code = upper(code))
);
create index gift_discounts_gift_idx on public.gift_discounts (gift_id);

-- One row for each gift in an order, by the discount code that the order used.
create table public.gift_claims (
  id uuid primary key default gen_random_uuid(),
  gift_id uuid not null,
  order_id varchar(80) not null,
  order_name varchar(80),
  discount_code varchar(120) not null,
  paid_at timestamptz,
  released_at timestamptz,
  created_at timestamptz not null default now(),
  constraint gift_claims_order_key unique (gift_id, order_id)
);
create index gift_claims_order_idx on public.gift_claims (order_id);

-- What was taken back of an order: all of it (`source` is 'cancelled', `line_id` empty), or units of a line by
-- a refund. `gift_units` counts the redeemed gifts among them that were removed before they shipped.
create table public.order_reversals (
  id uuid primary key default gen_random_uuid(),
  order_id varchar(80) not null,
  source varchar(80) not null,
  line_id varchar(80) not null default '',
  units integer not null default 0,
  gift_units integer not null default 0,
  variant_title varchar(255),
  created_at timestamptz not null default now(),
  constraint order_reversals_key unique (order_id, source, line_id)
);

-- Webhooks that were refused, counted by reason.
create table public.webhook_refusals (
  reason varchar(40) primary key,
  refused integer not null default 0,
  first_at timestamptz not null,
  last_at timestamptz not null,
  constraint webhook_refusals_reason check (reason in ('signature', 'body'))
);

-- When a mail with the magic words was first accepted for sending.
alter table public.gift_redemption_codes add column delivered_at timestamptz;

insert into public.gift_discounts (code, gift_id)
  select upper(shopify_discount_code), id from public.gift_redemption_codes
  where shopify_discount_code is not null and shopify_discount_code not in ('', 'null', 'undefined')
  on conflict (code) do nothing;
insert into public.gift_claims (gift_id, order_id, order_name, discount_code, paid_at)
  select id, redeemed_order_id, redeemed_order_name, upper(coalesce(shopify_discount_code, '')), redeemed_at
  from public.gift_redemption_codes where redeemed = true and redeemed_order_id is not null;
insert into public.order_reversals (order_id, source)
  select distinct order_id, 'cancelled' from public.webhook_deliveries
  where topic = 'orders/cancelled' and order_id is not null;

alter table public.gift_discounts enable row level security;
alter table public.gift_claims enable row level security;
alter table public.order_reversals enable row level security;
alter table public.webhook_refusals enable row level security;
revoke all on public.gift_discounts, public.gift_claims, public.order_reversals, public.webhook_refusals
  from anon, authenticated;
grant all on public.gift_discounts, public.gift_claims, public.order_reversals, public.webhook_refusals
  to service_role;
