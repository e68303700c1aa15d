/* A linked jackpot: an old holder, a spare board, two tables, one line, people.
 *
 * What firmware/jackpot/linked does, without amounts.  Each exchange of poll and answer is one step
 * with a choice: the poll is lost, the answer is lost, or neither.  A poll may be kept by the line
 * and come again at any time later.  An answer counts for the poll in hand only (boot and cycle).
 * Every board loses power at any step, a few times; what lies in FRAM stays.
 */
#define TABLES  2
#ifndef WAGERS
#define WAGERS  1
#endif
#ifndef FAILURES
#define FAILURES 1
#endif
#ifndef LOSSES
#define LOSSES  1
#endif
#ifndef REPEATS
#define REPEATS 1
#endif
#define OLD     0
#define SPARE   1
#define NOBODY  255
#define IDLE    0	/* states of a table's round */
#define ASKING  1
#define PENDING 2
#define NONE    0	/* its last operation */
#define PAID    2
#define CANCEL  3

/* tables, FRAM: generation, board that is followed, wagers, operation with its kind, round */
byte tgen[TABLES], twho[TABLES], tacc[TABLES], top[TABLES], tkind[TABLES], tst[TABLES], wins[TABLES];
/* tables, RAM: power, whether wagers are taken, the last operation that its holder knows.
 * A nonce never comes again, so it is enough to know who has the table's present one: cur, keptcur. */
bool ton[TABLES], tjoin[TABLES];
byte tdone[TABLES];

/* holders, FRAM: generation, whether it holds, fault, and of table t of holder h at 2h+t: row, hit */
byte hgen[2];
bool hrole[2], stopped[2], hon[2], hasled[2];
bool joined[4], loaded[4], brought[4], anyboard[4], missing[4], hit[4];
byte racc[4], rop[4];
/* holders, RAM */
bool heard[4], asks[4], taking[2];
bool cur[4];

/* the dead holder's journal as it was exported; the line's memory of one poll */
byte jacc[TABLES], jop[TABLES];
bool jhit[TABLES], isloaded;
bool kept, keptjoin, kepthit, keptcur;
byte kept_h, kept_t, kept_gen, kept_op;

byte failures = FAILURES, losses = LOSSES, repeats = REPEATS;
bool ownwin[2];

#define AT(h,t)    (2*(h)+(t))
#define OKOF(h,t)  (!joined[AT(h,t)] || heard[AT(h,t)] || missing[AT(h,t)])
#define LEADS(h)   (hon[h] && hrole[h] && !stopped[h] && !taking[h] && OKOF(h,0) && OKOF(h,1))
#define FRESH(h)   (hgen[h] >= hgen[1-(h)] || !hrole[1-(h)])

inline new_nonce(t) {
	cur[AT(OLD,t)] = 0; cur[AT(SPARE,t)] = 0;
	if :: kept && kept_t == t -> keptcur = 0 :: else fi
}

/* linked/fence.py, member_book.py: a table takes a poll in */
inline take_poll(h, t, iscur, gen, isjoin, hashit, op) {
	if
#ifdef NO_FENCE
	:: iscur ->
#else
	:: iscur && (gen > tgen[t] || (gen == tgen[t] && (twho[t] == NOBODY || twho[t] == h))) ->
#endif
		tgen[t] = gen; twho[t] = h;
		new_nonce(t);
		tjoin[t] = isjoin;
		tdone[t] = op;
		if
		:: hashit && tst[t] == ASKING && op == top[t] -> tst[t] = PENDING
		:: else
		fi
	:: else
	fi
}

/* a holder pays a table's winners: nobody may who is not the last to have been given the jackpot */
inline serve(h) {
	assert(!(hgen[1-(h)] > hgen[h] && hasled[1-(h)]))
}

/* linked/holder_book.py: take */
inline take_answer(h, t) {
	cur[AT(h,t)] = 1;
	if
#ifndef NO_FENCE
	:: tgen[t] > hgen[h] || (tgen[t] == hgen[h] && twho[t] != h && twho[t] != NOBODY) ->
		stopped[h] = 1; heard[AT(h,0)] = 0; heard[AT(h,1)] = 0
	:: tgen[t] < hgen[h] || twho[t] == NOBODY
	:: tgen[t] == hgen[h] && twho[t] == h ->
#else
	:: true ->
#endif
		if
		:: !joined[AT(h,t)] ->
			joined[AT(h,t)] = 1; brought[AT(h,t)] = tacc[t] > 0; racc[AT(h,t)] = tacc[t]; rop[AT(h,t)] = top[t]
		:: else ->
			assert(racc[AT(h,t)] <= tacc[t]);	/* no wager counted that there was not */
			racc[AT(h,t)] = tacc[t];		/* nor twice, nor lost: the counts are absolute */
			if
			:: anyboard[AT(h,t)] -> anyboard[AT(h,t)] = 0; taking[h] = 1
			:: else
			fi;
			asks[AT(h,t)] = 0;
			if
			:: top[t] != rop[AT(h,t)] && (loaded[AT(h,t)] || brought[AT(h,t)]) && !hit[AT(h,t)] ->
				rop[AT(h,t)] = top[t]; loaded[AT(h,t)] = 0; brought[AT(h,t)] = 0
			:: else ->
				if
				:: top[t] == rop[AT(h,t)] && tst[t] == ASKING && tdone[t] == top[t] ->
					if
					:: hit[AT(h,t)] -> asks[AT(h,t)] = 1
					:: !hit[AT(h,t)] && LEADS(h) ->
						hit[AT(h,t)] = 1; asks[AT(h,t)] = 1; serve(h)
					:: else
					fi
				:: top[t] == rop[AT(h,t)] + 1 ->
					assert(hit[AT(h,t)] || tkind[t] == CANCEL);	/* else the table is out */
					hit[AT(h,t)] = 0; rop[AT(h,t)] = top[t]; loaded[AT(h,t)] = 0; brought[AT(h,t)] = 0
				:: else -> assert(top[t] == rop[AT(h,t)])
				fi
			fi
		fi;
		missing[AT(h,t)] = 0;
		heard[AT(h,t)] = 1;
		if :: LEADS(h) -> hasled[h] = 1 :: else fi
	fi
}

proctype Holder(byte h) {
	byte t;
	do
	:: atomic { hon[h] && hrole[h] && !stopped[h] ->
		if :: t = 0 :: t = 1 fi;
		if
		:: ton[t] && losses > 0 -> losses--;		/* the poll is lost, or only late */
			if
			:: repeats > 0 && !kept -> kept = 1; kept_h = h; kept_t = t; keptcur = cur[AT(h,t)];
				kept_gen = hgen[h]; keptjoin = LEADS(h) && joined[AT(h,t)];
				kepthit = hit[AT(h,t)] && asks[AT(h,t)]; kept_op = rop[AT(h,t)]
			:: true
			fi
		:: ton[t] ->
			take_poll(h, t, cur[AT(h,t)], hgen[h], LEADS(h) && joined[AT(h,t)],
				hit[AT(h,t)] && asks[AT(h,t)], rop[AT(h,t)]);
			if
			:: losses > 0 -> losses--		/* the answer is lost */
			:: take_answer(h, t)
			fi
		:: !ton[t]
		fi;
		t = 0 }
	:: atomic { taking[h] && OKOF(h,0) && OKOF(h,1) && !(LEADS(1-h) && hgen[1-h] < hgen[h]) ->
		taking[h] = 0;	/* an old holder that hears nobody has noticed it by now */
		if :: LEADS(h) -> hasled[h] = 1 :: else fi }
	:: atomic { LEADS(h) && !ownwin[h] -> ownwin[h] = 1; serve(h) }	/* at its own table */
	od
}

proctype Table(byte t) {
	do
	:: atomic { ton[t] && tjoin[t] && tst[t] == IDLE && tacc[t] < WAGERS -> tacc[t]++ }
	:: atomic { ton[t] && tst[t] == IDLE && tacc[t] > 0 && wins[t] == 0 ->
		wins[t]++; tst[t] = ASKING }
	:: atomic { ton[t] && tst[t] == PENDING ->	/* two people agree */
		tst[t] = IDLE; top[t]++;
		if :: tkind[t] = PAID :: tkind[t] = CANCEL fi }
	:: atomic { ton[t] && tst[t] == ASKING && losses > 0 -> losses--;	/* they withdraw it */
		tst[t] = IDLE; top[t]++; tkind[t] = CANCEL }
	od
}

inline forget(h) { heard[AT(h,0)] = 0; heard[AT(h,1)] = 0; asks[AT(h,0)] = 0; asks[AT(h,1)] = 0;
	cur[AT(h,0)] = 0; cur[AT(h,1)] = 0 }
inline load(t) { joined[AT(SPARE,t)] = joined[AT(OLD,t)]; racc[AT(SPARE,t)] = jacc[t];
	rop[AT(SPARE,t)] = jop[t]; hit[AT(SPARE,t)] = jhit[t]; loaded[AT(SPARE,t)] = joined[AT(OLD,t)];
	anyboard[AT(SPARE,t)] = joined[AT(OLD,t)] }
inline export(t) { jacc[t] = racc[AT(OLD,t)]; jop[t] = rop[AT(OLD,t)]; jhit[t] = hit[AT(OLD,t)] }

proctype World() {
	byte t; byte h;
	do
	/* the line delivers a poll that it has kept */
	:: atomic { kept && ton[kept_t] && repeats > 0 -> repeats--;
		h = kept_h; t = kept_t;
		take_poll(h, t, keptcur, kept_gen, keptjoin, kepthit, kept_op);
		if
		:: repeats == 0 -> kept = 0; kept_h = 0; kept_t = 0; keptcur = 0; kept_gen = 0;
			keptjoin = 0; kepthit = 0; kept_op = 0
		:: else
		fi;
		h = 0; t = 0 }
	/* boards lose power, and some come back */
	:: atomic { failures > 0 -> failures--;
		if
		:: ton[0] -> t = 0; ton[0] = 0
		:: ton[1] -> t = 1; ton[1] = 0
		:: hon[OLD] -> t = 2; hon[OLD] = 0
		:: hon[SPARE] && hrole[SPARE] -> t = 3; hon[SPARE] = 0
		fi;
		if
		:: t < 2 -> tjoin[t] = 0; tdone[t] = 0; new_nonce(t)
		:: t >= 2 -> h = t - 2; forget(h); taking[h] = loaded[AT(h,0)] || loaded[AT(h,1)]
		fi;
		h = 0; t = 0 }
	:: atomic { !ton[0] -> ton[0] = 1 }
	:: atomic { !ton[1] -> ton[1] = 1 }
	:: atomic { !hon[OLD] -> hon[OLD] = 1 }
	:: atomic { !hon[SPARE] -> hon[SPARE] = 1 }
	od
}

proctype People() {
	do
	/* take-over: two people, from a dead board's journal, which they have read to its end */
	:: atomic { !isloaded && !hon[OLD] && (joined[AT(OLD,0)] || joined[AT(OLD,1)]) -> isloaded = 1;
		export(0); export(1);
		if	/* or all but the last wagers, which the tables report themselves */
		:: jacc[0] > 0 -> jacc[0]--
		:: jacc[1] > 0 -> jacc[1]--
		:: true
		fi;
		hgen[SPARE] = hgen[OLD] + 1; hrole[SPARE] = 1; hon[SPARE] = 1;
		load(0); load(1); forget(SPARE); taking[SPARE] = 1 }
	/* the inspector approves going on without a table that is off */
	:: atomic { hon[OLD] && hrole[OLD] && !stopped[OLD] && FRESH(OLD) && !ton[0] -> missing[AT(OLD,0)] = 1 }
	:: atomic { hon[OLD] && hrole[OLD] && !stopped[OLD] && FRESH(OLD) && !ton[1] -> missing[AT(OLD,1)] = 1 }
	:: atomic { hon[SPARE] && hrole[SPARE] && !stopped[SPARE] && !ton[0] -> missing[AT(SPARE,0)] = 1 }
	:: atomic { hon[SPARE] && hrole[SPARE] && !stopped[SPARE] && !ton[1] -> missing[AT(SPARE,1)] = 1 }
	od
}

init {
	atomic {
		ton[0] = 1; ton[1] = 1; hon[OLD] = 1; hrole[OLD] = 1;
		twho[0] = NOBODY; twho[1] = NOBODY;
		run Holder(OLD); run Holder(SPARE); run Table(0); run Table(1); run World(); run People()
	}
}
