alter table registrations add column confirmed timestamptz;
comment on column registrations.confirmed is 'when the address confirmed a registration about which the secretary is asked; null: it did not, or the secretary is not asked';
