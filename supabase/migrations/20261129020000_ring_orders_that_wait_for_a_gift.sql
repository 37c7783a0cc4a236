-- An order that wants a gift which another one has says so in its reports: it is read again when that one gives it back.
drop table public.gift_orders;
-- A reading that begins clears `due_at`: whoever asks meanwhile sets it again.
alter table public.store_orders drop column bell;
insert into public.store_reconciliation (name, locked_until)
  select 'orders', '2026-01-01T00:00:00Z'
  where not exists (select 1 from public.store_reconciliation);
