alter table games add column folded bytea;
comment on column games.folded is 'the digest of the state to which the log was folded when its last event was written, after the number of its form; null where an older corrd wrote it';
