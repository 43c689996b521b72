alter table players add column departed timestamptz;
comment on column players.departed is 'when the player was removed; null: they are there, or left before this was noted';
