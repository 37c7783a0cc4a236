-- A webhook is a doorbell: what an order says is read from the store again, and its gifts follow from that
-- (app/models/order-gifts.ts). So nothing that a message said is kept any more, only that an order is to be read.

-- One row for each order that the store has told of. `due_at` is when it is to be read, null when that is done;
-- `bell` changes whenever somebody asks for a reading, so that one that came meanwhile is not lost.
create table public.store_orders (
  id uuid primary key default gen_random_uuid(),
  order_id varchar(80) not null,
  order_name varchar(80),
  status varchar(20),
  version varchar(40),
  reports varchar(255) not null default '',
  without_wrapping boolean not null default false,
  bell varchar(36) not null,
  asked_at timestamptz not null,
  due_at timestamptz,
  done_at timestamptz,
  tries integer not null default 0,
  last_error text,
  locked_by varchar(36),
  locked_until timestamptz,
  created_at timestamptz not null default now(),
  search_text text generated always as (lower(
    coalesce(order_name, '') || ' ' || coalesce(order_id, '')
  )) stored,
  constraint store_orders_order_key unique (order_id)
);
create index store_orders_created_at_idx on public.store_orders (created_at desc, id desc);
create index store_orders_due_idx on public.store_orders (due_at);

-- Which orders want a gift: the one that has it is on the gift itself, where the database decides.
create table public.gift_orders (
  gift_id uuid not null,
  order_id varchar(80) not null,
  constraint gift_orders_key primary key (gift_id, order_id)
);
create index gift_orders_order_idx on public.gift_orders (order_id);
create index gift_redemption_codes_redeemed_order_idx
  on public.gift_redemption_codes (redeemed_order_id);

-- How far the orders of the store have been read, by one instance at a time, and which webhooks were made again.
create table public.store_reconciliation (
  name varchar(40) primary key,
  complete_until timestamptz,
  locked_until timestamptz,
  remade varchar(255) not null default '',
  remade_at timestamptz,
  constraint store_reconciliation_name check (name = 'orders')
);

insert into public.store_orders (order_id, order_name, bell, asked_at, due_at, created_at)
  select order_id, max(order_name), 'moved', max(created_at), max(created_at), min(created_at)
  from public.webhook_deliveries
  where order_id is not null and state in ('processing', 'failed')
  group by order_id;
insert into public.store_orders (order_id, order_name, bell, asked_at, done_at, created_at)
  select order_id, max(order_name), 'moved', min(created_at), min(created_at), min(created_at)
  from public.gift_redemption_codes gift
  where order_id <> 'sample'
    and not exists (select 1 from public.store_orders noted where noted.order_id = gift.order_id)
  group by order_id;
insert into public.store_orders (order_id, order_name, bell, asked_at, done_at, created_at)
  select redeemed_order_id, max(redeemed_order_name), 'moved', min(redeemed_at), min(redeemed_at), min(redeemed_at)
  from public.gift_redemption_codes gift
  where redeemed_order_id <> 'sample-redemption'
    and not exists (select 1 from public.store_orders noted where noted.order_id = gift.redeemed_order_id)
  group by redeemed_order_id;
insert into public.gift_orders (gift_id, order_id)
  select gift_id, order_id from public.gift_claims where released_at is null;

drop table public.webhook_deliveries;
drop table public.gift_claims;
drop table public.order_reversals;
-- What is to be looked at stands with the order.
drop table public.order_reports;

alter table public.store_orders enable row level security;
alter table public.gift_orders enable row level security;
alter table public.store_reconciliation enable row level security;
revoke all on public.store_orders, public.gift_orders, public.store_reconciliation from anon, authenticated;
grant all on public.store_orders, public.gift_orders, public.store_reconciliation to service_role;
