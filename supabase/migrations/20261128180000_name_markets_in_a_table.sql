-- The markets, as in supabase/functions/_shared/markets/markets.ts: one that is added there needs its row here, in a new migration.
create table public.markets (id varchar(2) primary key);
insert into public.markets (id) values ('us'), ('uk');
alter table public.markets enable row level security;
revoke all on public.markets from anon, authenticated;
grant all on public.markets to service_role;

alter table public.email_subscribers drop constraint email_subscribers_market;
alter table public.email_subscribers add constraint email_subscribers_market foreign key (market) references public.markets (id);
alter table public.waitlist drop constraint waitlist_market;
alter table public.waitlist add constraint waitlist_market foreign key (market) references public.markets (id);
alter table public.gift_redemption_codes drop constraint gift_redemption_codes_market;
alter table public.gift_redemption_codes add constraint gift_redemption_codes_market foreign key (market) references public.markets (id);
alter table public.consents drop constraint consents_market;
alter table public.consents add constraint consents_market foreign key (market) references public.markets (id);
alter table public.contact_messages drop constraint contact_messages_market;
alter table public.contact_messages add constraint contact_messages_market foreign key (market) references public.markets (id);
alter table public.mail_outbox drop constraint mail_outbox_market;
alter table public.mail_outbox add constraint mail_outbox_market foreign key (market) references public.markets (id);

-- The company's facts by market, where each market had a column. Each save is a version of all of them.
create table public.company_texts (
  version integer not null,
  name varchar(40) not null,
  market varchar(2) not null references public.markets (id),
  text varchar(300) not null default '',
  created_at timestamptz not null default now(),
  constraint company_texts_key primary key (version, name, market)
);
insert into public.company_texts (version, name, market, text, created_at)
  select version, name, 'us', us_text, created_at from public.company_versions;
insert into public.company_texts (version, name, market, text, created_at)
  select version, name, 'uk', uk_text, created_at from public.company_versions;
drop table public.company_versions;

alter table public.company_texts enable row level security;
revoke all on public.company_texts from anon, authenticated;
grant all on public.company_texts to service_role;
