-- The records of a store. Times are UTC. A 0 of bolt is a 0 here: no game, no player.
-- In texts, an octet that PostgreSQL cannot hold stands as the sign U+2400 and two
-- hexadecimal digits.

create table gate (nothing boolean);
comment on table gate is 'holds no row: who writes locks it, so that one writes at a time';

create table meta (name text primary key, value bytea not null);
comment on table meta is 'which store this is, and the key of the salts of new games';

create table sessions (id bytea primary key, nth bigint not null, at timestamptz not null);
comment on table sessions is 'of each connection the number of its last commit, by which a daemon learns after a broken connection what became of it';

create table settings (name text primary key, value text not null);

create table tallies (name text primary key, day date not null, sum bigint not null);
comment on column tallies.day is 'of the first addition; a tally is forgotten two days later';
create index on tallies (day);

create sequence player_numbers;
create table players (
    id         bigint primary key,
    name       text not null,
    registered timestamptz,
    settings   jsonb,
    blocked    bigint[],
    erased     bigint not null
);
comment on column players.erased is 'the order by which all that they wrote and were has been erased';

create table addresses (
    player   bigint not null,
    position integer not null,
    address  text not null,
    folded   text not null,
    primary key (player, position)
);
comment on column addresses.position is '1 is where letters go';
comment on column addresses.folded is 'by which the address is found, in whatever spelling';
create index on addresses (folded, player);

create sequence registration_numbers;
create table registrations (
    id      bigint primary key,
    name    text not null,
    address text not null,
    at      timestamptz,
    player  bigint not null,
    owner   bigint not null,
    asked   bigint not null,
    closed  boolean not null,
    folded  text not null
);
create index on registrations (folded, id) where folded <> '';

create sequence challenge_numbers;
create table challenges (
    id           bigint primary key,
    sender       bigint not null,
    addressee    text not null,
    addressee_id bigint not null,
    terms        text not null,
    nonce        text not null,
    letter       bigint not null,
    at           timestamptz,
    state        text not null,
    game         bigint not null,
    games        bigint[],
    invited      boolean not null,
    acceptance   bigint not null,
    consultants  jsonb,
    reminders    bigint not null,
    remind       timestamptz
);
create index on challenges (id) where state = 'open';
create index on challenges (remind, id) where state = 'open' and remind is not null;

create table challenge_players (
    player    bigint not null,
    challenge bigint not null,
    primary key (player, challenge)
);
comment on table challenge_players is 'whom an open challenge is by, to, or names for a side';
create index on challenge_players (challenge);

create sequence dispute_numbers;
create table disputes (
    id     bigint primary key,
    game   bigint not null,
    event  bigint not null,
    ground text not null,
    by     text not null,
    opened timestamptz,
    closed timestamptz,
    ended  bigint not null
);
create index on disputes (game, id);
create index on disputes (id) where closed is null;

create sequence game_numbers;
create table games (
    id     bigint primary key,
    seq    bigint not null,
    hash   bytea not null,
    salts  bytea not null,
    alarm  timestamptz,
    white  bigint not null,
    black  bigint not null,
    others bigint[]
) with (fillfactor = 80);
comment on column games.seq is 'the number of the last event; 0: the number is reserved';
comment on column games.hash is 'of the last event, as letters name it in Corrd-Chain';
comment on column games.salts is 'of which the salts of the texts of its events are made';
comment on column games.alarm is 'when the next thing falls due';
create index on games (alarm, id) where alarm is not null;

create table seats (
    player bigint not null,
    game   bigint not null,
    primary key (player, game)
);
comment on table seats is 'the seats that are held now, and those of finished games';
create index on seats (game);

create table events (
    game bigint not null,
    seq  bigint not null,
    seal bytea not null,
    line json not null,
    primary key (game, seq)
);
comment on column events.seal is 'what stands beside the line: the hash of the letter, salts, what was erased and by which order';
comment on column events.line is 'the event with its texts; the chain is over the line with a hash in the place of each text';

create view event_log as
    select game, seq, (line ->> 'at')::timestamptz as at, line ->> 'by' as by, line ->> 'law' as law,
           coalesce((line ->> 'letter')::bigint, 0) as letter, line ->> 'kind' as kind, line -> 'data' as data
    from events;

create sequence letter_numbers;
create table letters (
    id         bigint primary key,
    received   timestamptz,
    source     text not null,
    sender     text not null,
    recipients text[],
    message_id text not null,
    subject    text not null,
    game       bigint not null,
    side       bigint not null,
    ply        bigint not null,
    player     bigint not null,
    kind       text not null,
    state      text not null,
    verdict    text not null,
    note       text not null,
    same       bigint not null,
    size       bigint not null,
    stranger   boolean not null,
    purged     boolean not null,
    erased     bigint not null,
    unasked    boolean not null
);
create index on letters (game, id) where game <> 0;
create index on letters (state, id) where state <> 'acted';
create index on letters (id) include (size, received) where stranger and not purged;

create table raw (letter bigint primary key, deflated bytea not null);
comment on table raw is 'the octets of letters as they came in, compressed with a dictionary of corrd: corrctl inbox show reads them';
alter table raw alter column deflated set storage external;

create table seen (key bytea primary key, letter bigint not null);
create index on seen (letter);

create sequence row_numbers;
create table outbox (
    id         bigint primary key,
    at         timestamptz,
    kind       text not null,
    also       text[],
    recipient  text not null,
    player     bigint not null,
    game       bigint not null,
    side       bigint not null,
    member     bigint not null,
    seq        bigint not null,
    first      bigint not null,
    letter     bigint not null,
    asks       boolean not null,
    note       text not null,
    final      boolean not null,
    anonymous  boolean not null,
    data       text not null,
    state      text not null,
    tries      bigint not null,
    next       timestamptz,
    error      text not null,
    message_id text not null,
    sent_at    timestamptz,
    erased     bigint not null,
    claimed_by text
) with (fillfactor = 80);
comment on column outbox.claimed_by is 'the daemon that has the row in hand, for as long as its lease node/<daemon> lasts';
comment on column outbox.anonymous is 'leaves with the null reverse-path';
create index on outbox (game, id) where game <> 0;
create index on outbox (state, id) where state <> 'sent';
create index on outbox (recipient, id) where state = 'queued';
create index on outbox (coalesce(next, '-infinity'), id) where state = 'queued';
create index on outbox (claimed_by) where claimed_by is not null;

create table leases (name text primary key, holder text not null, note text not null, until timestamptz not null);
comment on table leases is 'what one of several daemons does alone, and which of them run';

create table outbox_bytes (row_id bigint primary key, deflated bytea not null);
comment on table outbox_bytes is 'letters as they were signed and sent, compressed with a dictionary of corrd: corrctl outbox show reads them';
alter table outbox_bytes alter column deflated set storage external;
