-- Forms whose hidden field was filled, by a robot or by a password manager: kept until the owner says that one is
-- real. `fields` is what was typed, as the form's schema has it; the columns beside it are what the owner sees.
create table public.held_posts (
  id uuid primary key default gen_random_uuid(),
  form varchar(40) not null,
  fields jsonb not null,
  email varchar(255) not null,
  full_name varchar(255) not null,
  message text not null default '',
  market varchar(2) not null,
  dedupe_key varchar(128) not null,
  created_at timestamptz not null default now(),
  search_text text generated always as (lower(
    coalesce(email, '') || ' ' || coalesce(full_name, '') || ' ' || coalesce(message, '')
  )) stored,
  constraint held_posts_dedupe_key unique (dedupe_key),
  constraint held_posts_market foreign key (market) references public.markets (id)
);
create index held_posts_created_at_idx on public.held_posts (created_at desc, id desc);
create index held_posts_email_idx on public.held_posts (email);

alter table public.held_posts enable row level security;
revoke all on public.held_posts from anon, authenticated;
grant all on public.held_posts to service_role;
