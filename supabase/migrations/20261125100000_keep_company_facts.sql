-- Facts about the company that the owner gives in the admin area, one row each, by the names in app/models/company.ts.
-- An empty text is not given: the shop then has its default.
create table public.company_facts (
  name varchar(40) primary key,
  us_text varchar(300) not null default '',
  uk_text varchar(300) not null default '',
  updated_at timestamptz not null default now()
);

alter table public.company_facts enable row level security;
revoke all on public.company_facts from anon, authenticated;
grant all on public.company_facts to service_role;
