-- Each save of the company's facts is a version of all of them, so that of two owners who save at the same time the second one
-- is refused: its version is there already. What the shop said earlier stays known.
create table public.company_versions (
  version integer not null,
  name varchar(40) not null,
  us_text varchar(300) not null default '',
  uk_text varchar(300) not null default '',
  created_at timestamptz not null default now(),
  constraint company_versions_key primary key (version, name)
);

insert into public.company_versions (version, name, us_text, uk_text, created_at)
  select 1, name, us_text, uk_text, updated_at from public.company_facts;
drop table public.company_facts;

alter table public.company_versions enable row level security;
revoke all on public.company_versions from anon, authenticated;
grant all on public.company_versions to service_role;
