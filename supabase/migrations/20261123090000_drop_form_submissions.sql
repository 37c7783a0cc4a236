-- Nothing was ever written here: what a form holds makes a second post of it a repeat, by the unique keys
-- of the tables it is kept in.
drop table public.form_submissions;
