create sequence tournament_numbers;
create table tournaments (
    id  bigint primary key,
    log text not null
);
comment on column tournaments.log is 'the chained log of an all-play-all event, as JSON: the key of the salts, and the records in base64';
