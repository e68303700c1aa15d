"""Prose of the protocol reference: what no table says."""

from __future__ import annotations

INTRO = """# The wire

Made by `make docs` from the firmware's tables: do not edit. Protocol version @VERSION@. Numbers are
little endian; bytes in examples are hex. With this page alone a client can be written in any
language (`tests/host/test_protocol_doc.py` is such a client).

## Line

USB serial (CDC; any rate, one board) or RS-485 (115200 baud, 8 data bits, no parity, 1 stop bit,
half duplex, several boards). The same frames on both.

## Frame

```
00 | COBS( kind 1 · dst 1 · src 1 · req 1 · ctr 4 · payload 0–200 · [tag 16] · crc32 4 ) | 00
```

| offset | bytes | field | meaning |
|---|---|---|---|
| 0 | 1 | kind | message id; bit 7 set: a 16-byte tag stands between payload and CRC |
| 1 | 1 | dst | address of the receiver |
| 2 | 1 | src | address of the sender |
| 3 | 1 | req | 1–255, the host's choice, comes back in the answer; 0 in what is sent unasked |
| 4 | 4 | ctr | chosen by the host, comes back in the answer; counts up by one per new request |
| 8 | n | payload | by message |
| 8+n | 4 | crc | CRC-32 over everything before it |

- **CRC-32** is the one of zip, PNG and Ethernet: polynomial 0xEDB88320 (reflected), start and final
  XOR 0xFFFFFFFF; of `123456789` it is 0xCBF43926. Over a whole body with its CRC it gives the
  residue 0x2144DF1C.
- **COBS** takes the zero bytes out. A body has at most 228 bytes, so the simple form is enough: put
  one byte before the body; that byte and every zero byte become the distance to the next zero
  (or, for the last one, to the end). Decode: start at the first byte, jump by its value, write a
  zero where you land, go on; the jumps must end exactly at the end.
- **Delimiters**: a 00 before and a 00 after each frame. Two in a row, and empty pieces, are normal.
- **A receiver** splits at 00 and drops, in silence, every piece with fewer than 13 or more than 229
  bytes, with wrong jumps or with a wrong CRC. Time plays no part in it: the 00 before the next
  frame ends a half-received one. (For typed text only, a board gives a half-received frame up
  after two heartbeats, 2 s, in which it looked at the line and not one byte came.)

### Worked example

STATUS to the board with address A0, req 1, ctr 2:

```
@EXAMPLE@
```

## Addresses

Every address has bit 7 set, so that no frame can look like text. 80–8F hosts (80 as a rule), 90–FE
boards (A0 a shoe, B0 a meter by default), FF every board. On USB a board answers to FF as to its
own address: a host that does not know the address sends HELLO to FF and takes `src` of the answer.
On RS-485 nobody answers to FF; the request is carried out in silence.

## Requests and answers

- An answer has the same req and ctr as its request, `dst` and `src` swapped, and the kind in the
  column *answer*, or ERROR. Ignore what fits none of your requests.
- No answer within 250 ms: send *the very same bytes* again, eight times at most. A board keeps, on
  each port, its last four answers to ONCE messages in sessions and the last two to those outside,
  named by session, header and CRC: the repeated request gets the same answer again and is not
  carried out a second time. A new request always has a new ctr; start with a random one.
- Several requests may be under way on USB, up to four with the rule ONCE. On RS-485 wait
  for the answer (or the 250 ms) first.
- Rules: READ may be repeated freely; ONCE acts once; SILENT has no answer.
- *Who* names the roles that may send a message: it then needs a session (see *Sessions*) and is
  refused without one. What anyone may send needs no tag.
- A board is silent until its self-test has passed, up to some seconds after power on.
- A board that hears no frame for `link_down_ms` records LINK_DOWN, stops pushing and waits.

## First exchange

Send HELLO to FF (USB) or to the board's address (RS-485) with `protocol` @VERSION@ and any nonce.
In the answer check `protocol`; keep `src` (address) and `unique_id` (identity). When
`dictionary_crc` differs from the ones below, read the board's own tables (see *Dictionary*).
"""

SESSIONS_PROSE = """## Sessions

A board gets five keys of 32 bytes once (PROVISION): its own and one per role. A person's key in a
role is HMAC(role key, `faro-person-1` · person u16); person 0 has the role's own key. A session
proves such a key and tags every frame. HMAC is HMAC-SHA-256, `·` joins bytes, numbers are little
endian.

1. HELLO; keep `nonce`, `unique_id`, `epoch` and `boot_count` of the answer. Each HELLO makes a
   new nonce, good for one OPEN_SESSION of this `src` on this port.
2. Session key = HMAC(person's key, 00 00 00 01 · `faro-session-2` · 00 · context · 00 00 01 00)
   with context = unique_id 8 · epoch 4 · boot_count 4 · src 1 · role 1 · person 2 · board's nonce
   16 · host's nonce 16 (SP 800-108, counter mode). So epoch and boot_count of HELLO are proved.
3. OPEN_SESSION with role, person and the host's nonce, tagged. SESSION_OPENED comes back, tagged as
   well.

The tag is the first 16 bytes of HMAC(session key, letter · header · payload); the letter is `H` in
frames from the host, `B` in answers and `P` in what the board sends unasked; the kind byte has bit
7 set.

- **ctr** goes up with every new request. The board remembers the highest one and which of the 31
  below it have come. A ONCE request whose ctr has not come is carried out, also late; one whose
  ctr has come gets its kept answer, or ERROR `replayed` when that answer is gone: it *was* carried
  out. Below the window everything is `replayed`. READ and SILENT may come again within the window.
- **Pushed EVENTS** (req 0) in a session carry its tag and a ctr of the board's own, which goes up
  from 1. Throw away what has no right tag, or a ctr not above the last one that was right.
- **An answer** without the right tag is thrown away, except ERROR without a tag with one of the
  codes no_session, bad_tag, throttled, bad_length (and any code to OPEN_SESSION): the board does
  not know the session.

A right tag is always taken. Wrong tags are counted for each port and role; after three the next
ones are answered `throttled` and not recorded for 1 s, then 2 s, 4 s … up to 5 min.

Each role has two places for sessions; a third one ends that role's session unused for longest.
One `src` may have a session of each role: the tag says which one a frame belongs to.

A request that takes two roles is answered by PENDING. A person of another role reads the deed with
GET_DEED and confirms it within 60 s with CONFIRM: its number, and the first 16 bytes of
SHA-256(`faro-deed-1` · unique_id 8 · number 4 · request 1 · asking role 1 · parameters), made from
what that person was shown. Numbers never come again; a restart forgets what waits. CONFIRM is sent
once: without an answer look at GET_DEED and the event TWO_ROLES_DONE.

A locked board answers READ messages and takes the orders marked "when locked".
"""

EVENTS_PROSE = """## Events

The board's journal numbers events 1, 2, 3, … over restarts too, until RESET_STORE makes a new store
with a new `epoch`: `(unique_id, epoch, number)` names an event. The host keeps the last event it
has safely stored, and nothing else:

1. POLL with `after` = that number (0 at first). The answer EVENTS holds `count` records, numbered
   from `first`. With `has_more` poll again, or use credit. A board that does not have event `after`
   answers ERROR `past_end` with its last number as detail: it was set back or emptied.
2. Credit (USB): after the answer the board pushes up to `credit_frames` EVENTS frames (req 0; in a
   session tagged, see there) by itself, as events happen. ACK gives new credit. On
   RS-485 credit is ignored: poll.
3. ACK with the highest number stored, now and then. It tells the board what it may overwrite; it
   is not answered, and a lost one does no harm because the next one covers it.

Taking in a frame, with `expected` = last number + 1:

- pushed, and `first > expected`: a frame before it was lost on the line, or events were
  overwritten. Throw it away and POLL again; only an answer to your own POLL may say `lost`.
- an answer whose `first - lost` is not `expected`, or whose records are not `count` or do not end
  with the payload, makes no sense: throw it away.
- an answer with `first > expected`: `first - expected` events were overwritten before they were
  fetched. Say so, and go on at `first`.
- records with a number below `expected` are known already: skip them.

Before going on from a kept event, and after each BOOTED: `epoch` of HELLO must be the kept one and
`boot_count` not lower; POLL from the number before it, and the kept event must come back the same
(type, boot_count, time_ms, utc_s), unless it is overwritten. Anything else is an alarm: the board's
memories were set back, or its store is another one. What this cannot show: a board set back and
run on *before* the host looked has other events under the old numbers, and only the kept ones
can tell; the events that the host never fetched are gone without a trace.

After 1 s without a frame POLL again: the last pushed frame may have been lost. So each event
arrives once and in order, however often the host, the line or the board fails.
"""

TEXT_PROSE = """## Text

A line of printable ASCII that ends in a line feed (0x0a; 0x0d before it is ignored), outside a
frame, is a command for a person at a terminal. Commands only read. The answer is text lines ended
by 0d 0a. On RS-485 a line starts with the board's address: `@a0 stat`.

| command | answer |
|---|---|
| `help` | this list |
| `ver` | board, firmware, address, MicroPython |
| `stat` | state, uptime, supply, faults, events, memory |
| `fault` | active faults |
| `ev 5` | the last 5 events, at most 20 |
"""
