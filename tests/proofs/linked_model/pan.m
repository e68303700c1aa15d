#define rand	pan_rand
#define pthread_equal(a,b)	((a)==(b))
#if defined(HAS_CODE) && defined(VERBOSE)
	#ifdef BFS_PAR
		bfs_printf("Pr: %d Tr: %d\n", II, t->forw);
	#else
		cpu_printf("Pr: %d Tr: %d\n", II, t->forw);
	#endif
#endif
	switch (t->forw) {
	default: Uerror("bad forward move");
	case 0:	/* if without executable clauses */
		continue;
	case 1: /* generic 'goto' or 'skip' */
		IfNotBlocked
		_m = 3; goto P999;
	case 2: /* generic 'else' */
		IfNotBlocked
		if (trpt->o_pm&1) continue;
		_m = 3; goto P999;

		 /* PROC :init: */
	case 3: // STATE 1 - linked.pml:244 - [ton[0] = 1] (0:9:8 - 1)
		IfNotBlocked
		reached[4][1] = 1;
		(trpt+1)->bup.ovals = grab_ints(8);
		(trpt+1)->bup.ovals[0] = ((int)now.ton[0]);
		now.ton[0] = 1;
#ifdef VAR_RANGES
		logval("ton[0]", ((int)now.ton[0]));
#endif
		;
		/* merge: ton[1] = 1(9, 2, 9) */
		reached[4][2] = 1;
		(trpt+1)->bup.ovals[1] = ((int)now.ton[1]);
		now.ton[1] = 1;
#ifdef VAR_RANGES
		logval("ton[1]", ((int)now.ton[1]));
#endif
		;
		/* merge: hon[0] = 1(9, 3, 9) */
		reached[4][3] = 1;
		(trpt+1)->bup.ovals[2] = ((int)now.hon[0]);
		now.hon[0] = 1;
#ifdef VAR_RANGES
		logval("hon[0]", ((int)now.hon[0]));
#endif
		;
		/* merge: hrole[0] = 1(9, 4, 9) */
		reached[4][4] = 1;
		(trpt+1)->bup.ovals[3] = ((int)now.hrole[0]);
		now.hrole[0] = 1;
#ifdef VAR_RANGES
		logval("hrole[0]", ((int)now.hrole[0]));
#endif
		;
		/* merge: twho[0] = 255(9, 5, 9) */
		reached[4][5] = 1;
		(trpt+1)->bup.ovals[4] = ((int)now.twho[0]);
		now.twho[0] = 255;
#ifdef VAR_RANGES
		logval("twho[0]", ((int)now.twho[0]));
#endif
		;
		/* merge: twho[1] = 255(9, 6, 9) */
		reached[4][6] = 1;
		(trpt+1)->bup.ovals[5] = ((int)now.twho[1]);
		now.twho[1] = 255;
#ifdef VAR_RANGES
		logval("twho[1]", ((int)now.twho[1]));
#endif
		;
		/* merge: tdone[0] = 255(9, 7, 9) */
		reached[4][7] = 1;
		(trpt+1)->bup.ovals[6] = ((int)now.tdone[0]);
		now.tdone[0] = 255;
#ifdef VAR_RANGES
		logval("tdone[0]", ((int)now.tdone[0]));
#endif
		;
		/* merge: tdone[1] = 255(9, 8, 9) */
		reached[4][8] = 1;
		(trpt+1)->bup.ovals[7] = ((int)now.tdone[1]);
		now.tdone[1] = 255;
#ifdef VAR_RANGES
		logval("tdone[1]", ((int)now.tdone[1]));
#endif
		;
		_m = 3; goto P999; /* 7 */
	case 4: // STATE 9 - linked.pml:246 - [(run Holder(0))] (0:0:0 - 1)
		IfNotBlocked
		reached[4][9] = 1;
		if (!(addproc(II, 1, 0, 0)))
			continue;
		_m = 3; goto P999; /* 0 */
	case 5: // STATE 10 - linked.pml:246 - [(run Holder(1))] (0:0:0 - 1)
		IfNotBlocked
		reached[4][10] = 1;
		if (!(addproc(II, 1, 0, 1)))
			continue;
		_m = 3; goto P999; /* 0 */
	case 6: // STATE 11 - linked.pml:246 - [(run Table(0))] (0:0:0 - 1)
		IfNotBlocked
		reached[4][11] = 1;
		if (!(addproc(II, 1, 1, 0)))
			continue;
		_m = 3; goto P999; /* 0 */
	case 7: // STATE 12 - linked.pml:246 - [(run Table(1))] (0:0:0 - 1)
		IfNotBlocked
		reached[4][12] = 1;
		if (!(addproc(II, 1, 1, 1)))
			continue;
		_m = 3; goto P999; /* 0 */
	case 8: // STATE 13 - linked.pml:246 - [(run World())] (0:0:0 - 1)
		IfNotBlocked
		reached[4][13] = 1;
		if (!(addproc(II, 1, 2, 0)))
			continue;
		_m = 3; goto P999; /* 0 */
	case 9: // STATE 14 - linked.pml:246 - [(run People())] (0:0:0 - 1)
		IfNotBlocked
		reached[4][14] = 1;
		if (!(addproc(II, 1, 3, 0)))
			continue;
		_m = 3; goto P999; /* 0 */
	case 10: // STATE 16 - linked.pml:248 - [-end-] (0:0:0 - 1)
		IfNotBlocked
		reached[4][16] = 1;
		if (!delproc(1, II)) continue;
		_m = 3; goto P999; /* 0 */

		 /* PROC People */
	case 11: // STATE 1 - linked.pml:225 - [(((!(isloaded)&&!(hon[0]))&&(joined[((2*0)+0)]||joined[((2*0)+1)])))] (6:0:1 - 1)
		IfNotBlocked
		reached[3][1] = 1;
		if (!((( !(((int)now.isloaded))&& !(((int)now.hon[0])))&&(((int)now.joined[ Index(((2*0)+0), 4) ])||((int)now.joined[ Index(((2*0)+1), 4) ])))))
			continue;
		/* merge: isloaded = 1(0, 2, 6) */
		reached[3][2] = 1;
		(trpt+1)->bup.oval = ((int)now.isloaded);
		now.isloaded = 1;
#ifdef VAR_RANGES
		logval("isloaded", ((int)now.isloaded));
#endif
		;
		_m = 3; goto P999; /* 1 */
	case 12: // STATE 3 - linked.pml:187 - [jacc[0] = racc[((2*0)+0)]] (0:10:3 - 1)
		IfNotBlocked
		reached[3][3] = 1;
		(trpt+1)->bup.ovals = grab_ints(3);
		(trpt+1)->bup.ovals[0] = ((int)now.jacc[0]);
		now.jacc[0] = ((int)now.racc[ Index(((2*0)+0), 4) ]);
#ifdef VAR_RANGES
		logval("jacc[0]", ((int)now.jacc[0]));
#endif
		;
		/* merge: jop[0] = rop[((2*0)+0)](10, 4, 10) */
		reached[3][4] = 1;
		(trpt+1)->bup.ovals[1] = ((int)now.jop[0]);
		now.jop[0] = ((int)now.rop[ Index(((2*0)+0), 4) ]);
#ifdef VAR_RANGES
		logval("jop[0]", ((int)now.jop[0]));
#endif
		;
		/* merge: jhit[0] = hit[((2*0)+0)](10, 5, 10) */
		reached[3][5] = 1;
		(trpt+1)->bup.ovals[2] = ((int)now.jhit[0]);
		now.jhit[0] = ((int)now.hit[ Index(((2*0)+0), 4) ]);
#ifdef VAR_RANGES
		logval("jhit[0]", ((int)now.jhit[0]));
#endif
		;
		_m = 3; goto P999; /* 2 */
	case 13: // STATE 7 - linked.pml:187 - [jacc[1] = racc[((2*0)+1)]] (0:16:3 - 1)
		IfNotBlocked
		reached[3][7] = 1;
		(trpt+1)->bup.ovals = grab_ints(3);
		(trpt+1)->bup.ovals[0] = ((int)now.jacc[1]);
		now.jacc[1] = ((int)now.racc[ Index(((2*0)+1), 4) ]);
#ifdef VAR_RANGES
		logval("jacc[1]", ((int)now.jacc[1]));
#endif
		;
		/* merge: jop[1] = rop[((2*0)+1)](16, 8, 16) */
		reached[3][8] = 1;
		(trpt+1)->bup.ovals[1] = ((int)now.jop[1]);
		now.jop[1] = ((int)now.rop[ Index(((2*0)+1), 4) ]);
#ifdef VAR_RANGES
		logval("jop[1]", ((int)now.jop[1]));
#endif
		;
		/* merge: jhit[1] = hit[((2*0)+1)](16, 9, 16) */
		reached[3][9] = 1;
		(trpt+1)->bup.ovals[2] = ((int)now.jhit[1]);
		now.jhit[1] = ((int)now.hit[ Index(((2*0)+1), 4) ]);
#ifdef VAR_RANGES
		logval("jhit[1]", ((int)now.jhit[1]));
#endif
		;
		_m = 3; goto P999; /* 2 */
	case 14: // STATE 11 - linked.pml:228 - [((jacc[0]>0))] (27:0:4 - 1)
		IfNotBlocked
		reached[3][11] = 1;
		if (!((((int)now.jacc[0])>0)))
			continue;
		/* merge: jacc[0] = (jacc[0]-1)(27, 12, 27) */
		reached[3][12] = 1;
		(trpt+1)->bup.ovals = grab_ints(4);
		(trpt+1)->bup.ovals[0] = ((int)now.jacc[0]);
		now.jacc[0] = (((int)now.jacc[0])-1);
#ifdef VAR_RANGES
		logval("jacc[0]", ((int)now.jacc[0]));
#endif
		;
		/* merge: .(goto)(27, 17, 27) */
		reached[3][17] = 1;
		;
		/* merge: hgen[1] = (hgen[0]+1)(27, 18, 27) */
		reached[3][18] = 1;
		(trpt+1)->bup.ovals[1] = ((int)now.hgen[1]);
		now.hgen[1] = (((int)now.hgen[0])+1);
#ifdef VAR_RANGES
		logval("hgen[1]", ((int)now.hgen[1]));
#endif
		;
		/* merge: hrole[1] = 1(27, 19, 27) */
		reached[3][19] = 1;
		(trpt+1)->bup.ovals[2] = ((int)now.hrole[1]);
		now.hrole[1] = 1;
#ifdef VAR_RANGES
		logval("hrole[1]", ((int)now.hrole[1]));
#endif
		;
		/* merge: hon[1] = 1(27, 20, 27) */
		reached[3][20] = 1;
		(trpt+1)->bup.ovals[3] = ((int)now.hon[1]);
		now.hon[1] = 1;
#ifdef VAR_RANGES
		logval("hon[1]", ((int)now.hon[1]));
#endif
		;
		_m = 3; goto P999; /* 5 */
	case 15: // STATE 13 - linked.pml:229 - [((jacc[1]>0))] (27:0:4 - 1)
		IfNotBlocked
		reached[3][13] = 1;
		if (!((((int)now.jacc[1])>0)))
			continue;
		/* merge: jacc[1] = (jacc[1]-1)(27, 14, 27) */
		reached[3][14] = 1;
		(trpt+1)->bup.ovals = grab_ints(4);
		(trpt+1)->bup.ovals[0] = ((int)now.jacc[1]);
		now.jacc[1] = (((int)now.jacc[1])-1);
#ifdef VAR_RANGES
		logval("jacc[1]", ((int)now.jacc[1]));
#endif
		;
		/* merge: .(goto)(27, 17, 27) */
		reached[3][17] = 1;
		;
		/* merge: hgen[1] = (hgen[0]+1)(27, 18, 27) */
		reached[3][18] = 1;
		(trpt+1)->bup.ovals[1] = ((int)now.hgen[1]);
		now.hgen[1] = (((int)now.hgen[0])+1);
#ifdef VAR_RANGES
		logval("hgen[1]", ((int)now.hgen[1]));
#endif
		;
		/* merge: hrole[1] = 1(27, 19, 27) */
		reached[3][19] = 1;
		(trpt+1)->bup.ovals[2] = ((int)now.hrole[1]);
		now.hrole[1] = 1;
#ifdef VAR_RANGES
		logval("hrole[1]", ((int)now.hrole[1]));
#endif
		;
		/* merge: hon[1] = 1(27, 20, 27) */
		reached[3][20] = 1;
		(trpt+1)->bup.ovals[3] = ((int)now.hon[1]);
		now.hon[1] = 1;
#ifdef VAR_RANGES
		logval("hon[1]", ((int)now.hon[1]));
#endif
		;
		_m = 3; goto P999; /* 5 */
	case 16: // STATE 15 - linked.pml:230 - [(1)] (27:0:3 - 1)
		IfNotBlocked
		reached[3][15] = 1;
		if (!(1))
			continue;
		/* merge: .(goto)(27, 17, 27) */
		reached[3][17] = 1;
		;
		/* merge: hgen[1] = (hgen[0]+1)(27, 18, 27) */
		reached[3][18] = 1;
		(trpt+1)->bup.ovals = grab_ints(3);
		(trpt+1)->bup.ovals[0] = ((int)now.hgen[1]);
		now.hgen[1] = (((int)now.hgen[0])+1);
#ifdef VAR_RANGES
		logval("hgen[1]", ((int)now.hgen[1]));
#endif
		;
		/* merge: hrole[1] = 1(27, 19, 27) */
		reached[3][19] = 1;
		(trpt+1)->bup.ovals[1] = ((int)now.hrole[1]);
		now.hrole[1] = 1;
#ifdef VAR_RANGES
		logval("hrole[1]", ((int)now.hrole[1]));
#endif
		;
		/* merge: hon[1] = 1(27, 20, 27) */
		reached[3][20] = 1;
		(trpt+1)->bup.ovals[2] = ((int)now.hon[1]);
		now.hon[1] = 1;
#ifdef VAR_RANGES
		logval("hon[1]", ((int)now.hon[1]));
#endif
		;
		_m = 3; goto P999; /* 4 */
	case 17: // STATE 18 - linked.pml:232 - [hgen[1] = (hgen[0]+1)] (0:27:3 - 4)
		IfNotBlocked
		reached[3][18] = 1;
		(trpt+1)->bup.ovals = grab_ints(3);
		(trpt+1)->bup.ovals[0] = ((int)now.hgen[1]);
		now.hgen[1] = (((int)now.hgen[0])+1);
#ifdef VAR_RANGES
		logval("hgen[1]", ((int)now.hgen[1]));
#endif
		;
		/* merge: hrole[1] = 1(27, 19, 27) */
		reached[3][19] = 1;
		(trpt+1)->bup.ovals[1] = ((int)now.hrole[1]);
		now.hrole[1] = 1;
#ifdef VAR_RANGES
		logval("hrole[1]", ((int)now.hrole[1]));
#endif
		;
		/* merge: hon[1] = 1(27, 20, 27) */
		reached[3][20] = 1;
		(trpt+1)->bup.ovals[2] = ((int)now.hon[1]);
		now.hon[1] = 1;
#ifdef VAR_RANGES
		logval("hon[1]", ((int)now.hon[1]));
#endif
		;
		_m = 3; goto P999; /* 2 */
	case 18: // STATE 21 - linked.pml:184 - [joined[((2*1)+0)] = joined[((2*0)+0)]] (0:34:6 - 1)
		IfNotBlocked
		reached[3][21] = 1;
		(trpt+1)->bup.ovals = grab_ints(6);
		(trpt+1)->bup.ovals[0] = ((int)now.joined[ Index(((2*1)+0), 4) ]);
		now.joined[ Index(((2*1)+0), 4) ] = ((int)now.joined[ Index(((2*0)+0), 4) ]);
#ifdef VAR_RANGES
		logval("joined[((2*1)+0)]", ((int)now.joined[ Index(((2*1)+0), 4) ]));
#endif
		;
		/* merge: racc[((2*1)+0)] = jacc[0](34, 22, 34) */
		reached[3][22] = 1;
		(trpt+1)->bup.ovals[1] = ((int)now.racc[ Index(((2*1)+0), 4) ]);
		now.racc[ Index(((2*1)+0), 4) ] = ((int)now.jacc[0]);
#ifdef VAR_RANGES
		logval("racc[((2*1)+0)]", ((int)now.racc[ Index(((2*1)+0), 4) ]));
#endif
		;
		/* merge: rop[((2*1)+0)] = jop[0](34, 23, 34) */
		reached[3][23] = 1;
		(trpt+1)->bup.ovals[2] = ((int)now.rop[ Index(((2*1)+0), 4) ]);
		now.rop[ Index(((2*1)+0), 4) ] = ((int)now.jop[0]);
#ifdef VAR_RANGES
		logval("rop[((2*1)+0)]", ((int)now.rop[ Index(((2*1)+0), 4) ]));
#endif
		;
		/* merge: hit[((2*1)+0)] = jhit[0](34, 24, 34) */
		reached[3][24] = 1;
		(trpt+1)->bup.ovals[3] = ((int)now.hit[ Index(((2*1)+0), 4) ]);
		now.hit[ Index(((2*1)+0), 4) ] = ((int)now.jhit[0]);
#ifdef VAR_RANGES
		logval("hit[((2*1)+0)]", ((int)now.hit[ Index(((2*1)+0), 4) ]));
#endif
		;
		/* merge: loaded[((2*1)+0)] = 1(34, 25, 34) */
		reached[3][25] = 1;
		(trpt+1)->bup.ovals[4] = ((int)now.loaded[ Index(((2*1)+0), 4) ]);
		now.loaded[ Index(((2*1)+0), 4) ] = 1;
#ifdef VAR_RANGES
		logval("loaded[((2*1)+0)]", ((int)now.loaded[ Index(((2*1)+0), 4) ]));
#endif
		;
		/* merge: anyboard[((2*1)+0)] = 1(34, 26, 34) */
		reached[3][26] = 1;
		(trpt+1)->bup.ovals[5] = ((int)now.anyboard[ Index(((2*1)+0), 4) ]);
		now.anyboard[ Index(((2*1)+0), 4) ] = 1;
#ifdef VAR_RANGES
		logval("anyboard[((2*1)+0)]", ((int)now.anyboard[ Index(((2*1)+0), 4) ]));
#endif
		;
		_m = 3; goto P999; /* 5 */
	case 19: // STATE 28 - linked.pml:184 - [joined[((2*1)+1)] = joined[((2*0)+1)]] (0:41:6 - 1)
		IfNotBlocked
		reached[3][28] = 1;
		(trpt+1)->bup.ovals = grab_ints(6);
		(trpt+1)->bup.ovals[0] = ((int)now.joined[ Index(((2*1)+1), 4) ]);
		now.joined[ Index(((2*1)+1), 4) ] = ((int)now.joined[ Index(((2*0)+1), 4) ]);
#ifdef VAR_RANGES
		logval("joined[((2*1)+1)]", ((int)now.joined[ Index(((2*1)+1), 4) ]));
#endif
		;
		/* merge: racc[((2*1)+1)] = jacc[1](41, 29, 41) */
		reached[3][29] = 1;
		(trpt+1)->bup.ovals[1] = ((int)now.racc[ Index(((2*1)+1), 4) ]);
		now.racc[ Index(((2*1)+1), 4) ] = ((int)now.jacc[1]);
#ifdef VAR_RANGES
		logval("racc[((2*1)+1)]", ((int)now.racc[ Index(((2*1)+1), 4) ]));
#endif
		;
		/* merge: rop[((2*1)+1)] = jop[1](41, 30, 41) */
		reached[3][30] = 1;
		(trpt+1)->bup.ovals[2] = ((int)now.rop[ Index(((2*1)+1), 4) ]);
		now.rop[ Index(((2*1)+1), 4) ] = ((int)now.jop[1]);
#ifdef VAR_RANGES
		logval("rop[((2*1)+1)]", ((int)now.rop[ Index(((2*1)+1), 4) ]));
#endif
		;
		/* merge: hit[((2*1)+1)] = jhit[1](41, 31, 41) */
		reached[3][31] = 1;
		(trpt+1)->bup.ovals[3] = ((int)now.hit[ Index(((2*1)+1), 4) ]);
		now.hit[ Index(((2*1)+1), 4) ] = ((int)now.jhit[1]);
#ifdef VAR_RANGES
		logval("hit[((2*1)+1)]", ((int)now.hit[ Index(((2*1)+1), 4) ]));
#endif
		;
		/* merge: loaded[((2*1)+1)] = 1(41, 32, 41) */
		reached[3][32] = 1;
		(trpt+1)->bup.ovals[4] = ((int)now.loaded[ Index(((2*1)+1), 4) ]);
		now.loaded[ Index(((2*1)+1), 4) ] = 1;
#ifdef VAR_RANGES
		logval("loaded[((2*1)+1)]", ((int)now.loaded[ Index(((2*1)+1), 4) ]));
#endif
		;
		/* merge: anyboard[((2*1)+1)] = 1(41, 33, 41) */
		reached[3][33] = 1;
		(trpt+1)->bup.ovals[5] = ((int)now.anyboard[ Index(((2*1)+1), 4) ]);
		now.anyboard[ Index(((2*1)+1), 4) ] = 1;
#ifdef VAR_RANGES
		logval("anyboard[((2*1)+1)]", ((int)now.anyboard[ Index(((2*1)+1), 4) ]));
#endif
		;
		_m = 3; goto P999; /* 5 */
	case 20: // STATE 35 - linked.pml:182 - [heard[((2*1)+0)] = 0] (0:55:6 - 1)
		IfNotBlocked
		reached[3][35] = 1;
		(trpt+1)->bup.ovals = grab_ints(6);
		(trpt+1)->bup.ovals[0] = ((int)now.heard[ Index(((2*1)+0), 4) ]);
		now.heard[ Index(((2*1)+0), 4) ] = 0;
#ifdef VAR_RANGES
		logval("heard[((2*1)+0)]", ((int)now.heard[ Index(((2*1)+0), 4) ]));
#endif
		;
		/* merge: heard[((2*1)+1)] = 0(55, 36, 55) */
		reached[3][36] = 1;
		(trpt+1)->bup.ovals[1] = ((int)now.heard[ Index(((2*1)+1), 4) ]);
		now.heard[ Index(((2*1)+1), 4) ] = 0;
#ifdef VAR_RANGES
		logval("heard[((2*1)+1)]", ((int)now.heard[ Index(((2*1)+1), 4) ]));
#endif
		;
		/* merge: asks[((2*1)+0)] = 0(55, 37, 55) */
		reached[3][37] = 1;
		(trpt+1)->bup.ovals[2] = ((int)now.asks[ Index(((2*1)+0), 4) ]);
		now.asks[ Index(((2*1)+0), 4) ] = 0;
#ifdef VAR_RANGES
		logval("asks[((2*1)+0)]", ((int)now.asks[ Index(((2*1)+0), 4) ]));
#endif
		;
		/* merge: asks[((2*1)+1)] = 0(55, 38, 55) */
		reached[3][38] = 1;
		(trpt+1)->bup.ovals[3] = ((int)now.asks[ Index(((2*1)+1), 4) ]);
		now.asks[ Index(((2*1)+1), 4) ] = 0;
#ifdef VAR_RANGES
		logval("asks[((2*1)+1)]", ((int)now.asks[ Index(((2*1)+1), 4) ]));
#endif
		;
		/* merge: cur[((2*1)+0)] = 0(55, 39, 55) */
		reached[3][39] = 1;
		(trpt+1)->bup.ovals[4] = ((int)now.cur[ Index(((2*1)+0), 4) ]);
		now.cur[ Index(((2*1)+0), 4) ] = 0;
#ifdef VAR_RANGES
		logval("cur[((2*1)+0)]", ((int)now.cur[ Index(((2*1)+0), 4) ]));
#endif
		;
		/* merge: cur[((2*1)+1)] = 0(55, 40, 55) */
		reached[3][40] = 1;
		(trpt+1)->bup.ovals[5] = ((int)now.cur[ Index(((2*1)+1), 4) ]);
		now.cur[ Index(((2*1)+1), 4) ] = 0;
#ifdef VAR_RANGES
		logval("cur[((2*1)+1)]", ((int)now.cur[ Index(((2*1)+1), 4) ]));
#endif
		;
		/* merge: .(goto)(0, 56, 55) */
		reached[3][56] = 1;
		;
		_m = 3; goto P999; /* 6 */
	case 21: // STATE 43 - linked.pml:235 - [(((((hon[0]&&hrole[0])&&!(stopped[0]))&&((hgen[0]>=hgen[(1-0)])||!(hrole[(1-0)])))&&!(ton[0])))] (55:0:1 - 1)
		IfNotBlocked
		reached[3][43] = 1;
		if (!(((((((int)now.hon[0])&&((int)now.hrole[0]))&& !(((int)now.stopped[0])))&&((((int)now.hgen[0])>=((int)now.hgen[ Index((1-0), 2) ]))|| !(((int)now.hrole[ Index((1-0), 2) ]))))&& !(((int)now.ton[0])))))
			continue;
		/* merge: missing[((2*0)+0)] = 1(0, 44, 55) */
		reached[3][44] = 1;
		(trpt+1)->bup.oval = ((int)now.missing[ Index(((2*0)+0), 4) ]);
		now.missing[ Index(((2*0)+0), 4) ] = 1;
#ifdef VAR_RANGES
		logval("missing[((2*0)+0)]", ((int)now.missing[ Index(((2*0)+0), 4) ]));
#endif
		;
		/* merge: .(goto)(0, 56, 55) */
		reached[3][56] = 1;
		;
		_m = 3; goto P999; /* 2 */
	case 22: // STATE 46 - linked.pml:236 - [(((((hon[0]&&hrole[0])&&!(stopped[0]))&&((hgen[0]>=hgen[(1-0)])||!(hrole[(1-0)])))&&!(ton[1])))] (55:0:1 - 1)
		IfNotBlocked
		reached[3][46] = 1;
		if (!(((((((int)now.hon[0])&&((int)now.hrole[0]))&& !(((int)now.stopped[0])))&&((((int)now.hgen[0])>=((int)now.hgen[ Index((1-0), 2) ]))|| !(((int)now.hrole[ Index((1-0), 2) ]))))&& !(((int)now.ton[1])))))
			continue;
		/* merge: missing[((2*0)+1)] = 1(0, 47, 55) */
		reached[3][47] = 1;
		(trpt+1)->bup.oval = ((int)now.missing[ Index(((2*0)+1), 4) ]);
		now.missing[ Index(((2*0)+1), 4) ] = 1;
#ifdef VAR_RANGES
		logval("missing[((2*0)+1)]", ((int)now.missing[ Index(((2*0)+1), 4) ]));
#endif
		;
		/* merge: .(goto)(0, 56, 55) */
		reached[3][56] = 1;
		;
		_m = 3; goto P999; /* 2 */
	case 23: // STATE 49 - linked.pml:237 - [((((hon[1]&&hrole[1])&&!(stopped[1]))&&!(ton[0])))] (55:0:1 - 1)
		IfNotBlocked
		reached[3][49] = 1;
		if (!((((((int)now.hon[1])&&((int)now.hrole[1]))&& !(((int)now.stopped[1])))&& !(((int)now.ton[0])))))
			continue;
		/* merge: missing[((2*1)+0)] = 1(0, 50, 55) */
		reached[3][50] = 1;
		(trpt+1)->bup.oval = ((int)now.missing[ Index(((2*1)+0), 4) ]);
		now.missing[ Index(((2*1)+0), 4) ] = 1;
#ifdef VAR_RANGES
		logval("missing[((2*1)+0)]", ((int)now.missing[ Index(((2*1)+0), 4) ]));
#endif
		;
		/* merge: .(goto)(0, 56, 55) */
		reached[3][56] = 1;
		;
		_m = 3; goto P999; /* 2 */
	case 24: // STATE 52 - linked.pml:238 - [((((hon[1]&&hrole[1])&&!(stopped[1]))&&!(ton[1])))] (55:0:1 - 1)
		IfNotBlocked
		reached[3][52] = 1;
		if (!((((((int)now.hon[1])&&((int)now.hrole[1]))&& !(((int)now.stopped[1])))&& !(((int)now.ton[1])))))
			continue;
		/* merge: missing[((2*1)+1)] = 1(0, 53, 55) */
		reached[3][53] = 1;
		(trpt+1)->bup.oval = ((int)now.missing[ Index(((2*1)+1), 4) ]);
		now.missing[ Index(((2*1)+1), 4) ] = 1;
#ifdef VAR_RANGES
		logval("missing[((2*1)+1)]", ((int)now.missing[ Index(((2*1)+1), 4) ]));
#endif
		;
		/* merge: .(goto)(0, 56, 55) */
		reached[3][56] = 1;
		;
		_m = 3; goto P999; /* 2 */
	case 25: // STATE 58 - linked.pml:240 - [-end-] (0:0:0 - 1)
		IfNotBlocked
		reached[3][58] = 1;
		if (!delproc(1, II)) continue;
		_m = 3; goto P999; /* 0 */

		 /* PROC World */
	case 26: // STATE 1 - linked.pml:193 - [(((kept&&ton[kept_t])&&(repeats>0)))] (26:0:3 - 1)
		IfNotBlocked
		reached[2][1] = 1;
		if (!(((((int)now.kept)&&((int)now.ton[ Index(((int)now.kept_t), 2) ]))&&(((int)now.repeats)>0))))
			continue;
		/* merge: repeats = (repeats-1)(26, 2, 26) */
		reached[2][2] = 1;
		(trpt+1)->bup.ovals = grab_ints(3);
		(trpt+1)->bup.ovals[0] = ((int)now.repeats);
		now.repeats = (((int)now.repeats)-1);
#ifdef VAR_RANGES
		logval("repeats", ((int)now.repeats));
#endif
		;
		/* merge: h = kept_h(26, 3, 26) */
		reached[2][3] = 1;
		(trpt+1)->bup.ovals[1] = ((int)((P2 *)_this)->h);
		((P2 *)_this)->h = ((int)now.kept_h);
#ifdef VAR_RANGES
		logval("World:h", ((int)((P2 *)_this)->h));
#endif
		;
		/* merge: t = kept_t(26, 4, 26) */
		reached[2][4] = 1;
		(trpt+1)->bup.ovals[2] = ((int)((P2 *)_this)->t);
		((P2 *)_this)->t = ((int)now.kept_t);
#ifdef VAR_RANGES
		logval("World:t", ((int)((P2 *)_this)->t));
#endif
		;
		_m = 3; goto P999; /* 3 */
	case 27: // STATE 5 - linked.pml:72 - [((keptcur&&((kept_gen>tgen[t])||((kept_gen==tgen[t])&&((twho[t]==255)||(twho[t]==h))))))] (15:0:2 - 1)
		IfNotBlocked
		reached[2][5] = 1;
		if (!((((int)now.keptcur)&&((((int)now.kept_gen)>((int)now.tgen[ Index(((int)((P2 *)_this)->t), 2) ]))||((((int)now.kept_gen)==((int)now.tgen[ Index(((int)((P2 *)_this)->t), 2) ]))&&((((int)now.twho[ Index(((int)((P2 *)_this)->t), 2) ])==255)||(((int)now.twho[ Index(((int)((P2 *)_this)->t), 2) ])==((int)((P2 *)_this)->h))))))))
			continue;
		/* merge: tgen[t] = kept_gen(15, 6, 15) */
		reached[2][6] = 1;
		(trpt+1)->bup.ovals = grab_ints(2);
		(trpt+1)->bup.ovals[0] = ((int)now.tgen[ Index(((int)((P2 *)_this)->t), 2) ]);
		now.tgen[ Index(((P2 *)_this)->t, 2) ] = ((int)now.kept_gen);
#ifdef VAR_RANGES
		logval("tgen[World:t]", ((int)now.tgen[ Index(((int)((P2 *)_this)->t), 2) ]));
#endif
		;
		/* merge: twho[t] = h(15, 7, 15) */
		reached[2][7] = 1;
		(trpt+1)->bup.ovals[1] = ((int)now.twho[ Index(((int)((P2 *)_this)->t), 2) ]);
		now.twho[ Index(((P2 *)_this)->t, 2) ] = ((int)((P2 *)_this)->h);
#ifdef VAR_RANGES
		logval("twho[World:t]", ((int)now.twho[ Index(((int)((P2 *)_this)->t), 2) ]));
#endif
		;
		_m = 3; goto P999; /* 2 */
	case 28: // STATE 8 - linked.pml:62 - [cur[((2*0)+t)] = 0] (0:13:2 - 1)
		IfNotBlocked
		reached[2][8] = 1;
		(trpt+1)->bup.ovals = grab_ints(2);
		(trpt+1)->bup.ovals[0] = ((int)now.cur[ Index(((2*0)+((int)((P2 *)_this)->t)), 4) ]);
		now.cur[ Index(((2*0)+((P2 *)_this)->t), 4) ] = 0;
#ifdef VAR_RANGES
		logval("cur[((2*0)+World:t)]", ((int)now.cur[ Index(((2*0)+((int)((P2 *)_this)->t)), 4) ]));
#endif
		;
		/* merge: cur[((2*1)+t)] = 0(13, 9, 13) */
		reached[2][9] = 1;
		(trpt+1)->bup.ovals[1] = ((int)now.cur[ Index(((2*1)+((int)((P2 *)_this)->t)), 4) ]);
		now.cur[ Index(((2*1)+((P2 *)_this)->t), 4) ] = 0;
#ifdef VAR_RANGES
		logval("cur[((2*1)+World:t)]", ((int)now.cur[ Index(((2*1)+((int)((P2 *)_this)->t)), 4) ]));
#endif
		;
		_m = 3; goto P999; /* 1 */
	case 29: // STATE 10 - linked.pml:63 - [((kept&&(kept_t==t)))] (21:0:3 - 1)
		IfNotBlocked
		reached[2][10] = 1;
		if (!((((int)now.kept)&&(((int)now.kept_t)==((int)((P2 *)_this)->t)))))
			continue;
		/* merge: keptcur = 0(21, 11, 21) */
		reached[2][11] = 1;
		(trpt+1)->bup.ovals = grab_ints(3);
		(trpt+1)->bup.ovals[0] = ((int)now.keptcur);
		now.keptcur = 0;
#ifdef VAR_RANGES
		logval("keptcur", ((int)now.keptcur));
#endif
		;
		/* merge: .(goto)(21, 14, 21) */
		reached[2][14] = 1;
		;
		/* merge: tjoin[t] = keptjoin(21, 16, 21) */
		reached[2][16] = 1;
		(trpt+1)->bup.ovals[1] = ((int)now.tjoin[ Index(((int)((P2 *)_this)->t), 2) ]);
		now.tjoin[ Index(((P2 *)_this)->t, 2) ] = ((int)now.keptjoin);
#ifdef VAR_RANGES
		logval("tjoin[World:t]", ((int)now.tjoin[ Index(((int)((P2 *)_this)->t), 2) ]));
#endif
		;
		/* merge: tdone[t] = kept_op(21, 17, 21) */
		reached[2][17] = 1;
		(trpt+1)->bup.ovals[2] = ((int)now.tdone[ Index(((int)((P2 *)_this)->t), 2) ]);
		now.tdone[ Index(((P2 *)_this)->t, 2) ] = ((int)now.kept_op);
#ifdef VAR_RANGES
		logval("tdone[World:t]", ((int)now.tdone[ Index(((int)((P2 *)_this)->t), 2) ]));
#endif
		;
		_m = 3; goto P999; /* 4 */
	case 30: // STATE 16 - linked.pml:76 - [tjoin[t] = keptjoin] (0:21:2 - 3)
		IfNotBlocked
		reached[2][16] = 1;
		(trpt+1)->bup.ovals = grab_ints(2);
		(trpt+1)->bup.ovals[0] = ((int)now.tjoin[ Index(((int)((P2 *)_this)->t), 2) ]);
		now.tjoin[ Index(((P2 *)_this)->t, 2) ] = ((int)now.keptjoin);
#ifdef VAR_RANGES
		logval("tjoin[World:t]", ((int)now.tjoin[ Index(((int)((P2 *)_this)->t), 2) ]));
#endif
		;
		/* merge: tdone[t] = kept_op(21, 17, 21) */
		reached[2][17] = 1;
		(trpt+1)->bup.ovals[1] = ((int)now.tdone[ Index(((int)((P2 *)_this)->t), 2) ]);
		now.tdone[ Index(((P2 *)_this)->t, 2) ] = ((int)now.kept_op);
#ifdef VAR_RANGES
		logval("tdone[World:t]", ((int)now.tdone[ Index(((int)((P2 *)_this)->t), 2) ]));
#endif
		;
		_m = 3; goto P999; /* 1 */
	case 31: // STATE 18 - linked.pml:79 - [(((kepthit&&(tst[t]==1))&&(kept_op==top[t])))] (37:0:1 - 1)
		IfNotBlocked
		reached[2][18] = 1;
		if (!(((((int)now.kepthit)&&(((int)now.tst[ Index(((int)((P2 *)_this)->t), 2) ])==1))&&(((int)now.kept_op)==((int)now.top[ Index(((int)((P2 *)_this)->t), 2) ])))))
			continue;
		/* merge: tst[t] = 2(0, 19, 37) */
		reached[2][19] = 1;
		(trpt+1)->bup.oval = ((int)now.tst[ Index(((int)((P2 *)_this)->t), 2) ]);
		now.tst[ Index(((P2 *)_this)->t, 2) ] = 2;
#ifdef VAR_RANGES
		logval("tst[World:t]", ((int)now.tst[ Index(((int)((P2 *)_this)->t), 2) ]));
#endif
		;
		/* merge: .(goto)(0, 22, 37) */
		reached[2][22] = 1;
		;
		/* merge: .(goto)(0, 25, 37) */
		reached[2][25] = 1;
		;
		_m = 3; goto P999; /* 3 */
	case 32: // STATE 27 - linked.pml:197 - [((repeats==0))] (95:0:10 - 1)
		IfNotBlocked
		reached[2][27] = 1;
		if (!((((int)now.repeats)==0)))
			continue;
		/* merge: kept = 0(95, 28, 95) */
		reached[2][28] = 1;
		(trpt+1)->bup.ovals = grab_ints(10);
		(trpt+1)->bup.ovals[0] = ((int)now.kept);
		now.kept = 0;
#ifdef VAR_RANGES
		logval("kept", ((int)now.kept));
#endif
		;
		/* merge: kept_h = 0(95, 29, 95) */
		reached[2][29] = 1;
		(trpt+1)->bup.ovals[1] = ((int)now.kept_h);
		now.kept_h = 0;
#ifdef VAR_RANGES
		logval("kept_h", ((int)now.kept_h));
#endif
		;
		/* merge: kept_t = 0(95, 30, 95) */
		reached[2][30] = 1;
		(trpt+1)->bup.ovals[2] = ((int)now.kept_t);
		now.kept_t = 0;
#ifdef VAR_RANGES
		logval("kept_t", ((int)now.kept_t));
#endif
		;
		/* merge: keptcur = 0(95, 31, 95) */
		reached[2][31] = 1;
		(trpt+1)->bup.ovals[3] = ((int)now.keptcur);
		now.keptcur = 0;
#ifdef VAR_RANGES
		logval("keptcur", ((int)now.keptcur));
#endif
		;
		/* merge: kept_gen = 0(95, 32, 95) */
		reached[2][32] = 1;
		(trpt+1)->bup.ovals[4] = ((int)now.kept_gen);
		now.kept_gen = 0;
#ifdef VAR_RANGES
		logval("kept_gen", ((int)now.kept_gen));
#endif
		;
		/* merge: keptjoin = 0(95, 33, 95) */
		reached[2][33] = 1;
		(trpt+1)->bup.ovals[5] = ((int)now.keptjoin);
		now.keptjoin = 0;
#ifdef VAR_RANGES
		logval("keptjoin", ((int)now.keptjoin));
#endif
		;
		/* merge: kepthit = 0(95, 34, 95) */
		reached[2][34] = 1;
		(trpt+1)->bup.ovals[6] = ((int)now.kepthit);
		now.kepthit = 0;
#ifdef VAR_RANGES
		logval("kepthit", ((int)now.kepthit));
#endif
		;
		/* merge: kept_op = 0(95, 35, 95) */
		reached[2][35] = 1;
		(trpt+1)->bup.ovals[7] = ((int)now.kept_op);
		now.kept_op = 0;
#ifdef VAR_RANGES
		logval("kept_op", ((int)now.kept_op));
#endif
		;
		/* merge: .(goto)(95, 38, 95) */
		reached[2][38] = 1;
		;
		/* merge: h = 0(95, 39, 95) */
		reached[2][39] = 1;
		(trpt+1)->bup.ovals[8] = ((int)((P2 *)_this)->h);
		((P2 *)_this)->h = 0;
#ifdef VAR_RANGES
		logval("World:h", ((int)((P2 *)_this)->h));
#endif
		;
		/* merge: t = 0(95, 40, 95) */
		reached[2][40] = 1;
		(trpt+1)->bup.ovals[9] = ((int)((P2 *)_this)->t);
		((P2 *)_this)->t = 0;
#ifdef VAR_RANGES
		logval("World:t", ((int)((P2 *)_this)->t));
#endif
		;
		/* merge: .(goto)(0, 96, 95) */
		reached[2][96] = 1;
		;
		_m = 3; goto P999; /* 12 */
	case 33: // STATE 39 - linked.pml:201 - [h = 0] (0:95:2 - 3)
		IfNotBlocked
		reached[2][39] = 1;
		(trpt+1)->bup.ovals = grab_ints(2);
		(trpt+1)->bup.ovals[0] = ((int)((P2 *)_this)->h);
		((P2 *)_this)->h = 0;
#ifdef VAR_RANGES
		logval("World:h", ((int)((P2 *)_this)->h));
#endif
		;
		/* merge: t = 0(95, 40, 95) */
		reached[2][40] = 1;
		(trpt+1)->bup.ovals[1] = ((int)((P2 *)_this)->t);
		((P2 *)_this)->t = 0;
#ifdef VAR_RANGES
		logval("World:t", ((int)((P2 *)_this)->t));
#endif
		;
		/* merge: .(goto)(0, 96, 95) */
		reached[2][96] = 1;
		;
		_m = 3; goto P999; /* 2 */
	case 34: // STATE 42 - linked.pml:203 - [((failures>0))] (56:0:1 - 1)
		IfNotBlocked
		reached[2][42] = 1;
		if (!((((int)now.failures)>0)))
			continue;
		/* merge: failures = (failures-1)(0, 43, 56) */
		reached[2][43] = 1;
		(trpt+1)->bup.oval = ((int)now.failures);
		now.failures = (((int)now.failures)-1);
#ifdef VAR_RANGES
		logval("failures", ((int)now.failures));
#endif
		;
		_m = 3; goto P999; /* 1 */
	case 35: // STATE 44 - linked.pml:205 - [(ton[0])] (78:0:2 - 1)
		IfNotBlocked
		reached[2][44] = 1;
		if (!(((int)now.ton[0])))
			continue;
		/* merge: t = 0(78, 45, 78) */
		reached[2][45] = 1;
		(trpt+1)->bup.ovals = grab_ints(2);
		(trpt+1)->bup.ovals[0] = ((int)((P2 *)_this)->t);
		((P2 *)_this)->t = 0;
#ifdef VAR_RANGES
		logval("World:t", ((int)((P2 *)_this)->t));
#endif
		;
		/* merge: ton[0] = 0(78, 46, 78) */
		reached[2][46] = 1;
		(trpt+1)->bup.ovals[1] = ((int)now.ton[0]);
		now.ton[0] = 0;
#ifdef VAR_RANGES
		logval("ton[0]", ((int)now.ton[0]));
#endif
		;
		/* merge: .(goto)(0, 57, 78) */
		reached[2][57] = 1;
		;
		_m = 3; goto P999; /* 3 */
	case 36: // STATE 47 - linked.pml:206 - [(ton[1])] (78:0:2 - 1)
		IfNotBlocked
		reached[2][47] = 1;
		if (!(((int)now.ton[1])))
			continue;
		/* merge: t = 1(78, 48, 78) */
		reached[2][48] = 1;
		(trpt+1)->bup.ovals = grab_ints(2);
		(trpt+1)->bup.ovals[0] = ((int)((P2 *)_this)->t);
		((P2 *)_this)->t = 1;
#ifdef VAR_RANGES
		logval("World:t", ((int)((P2 *)_this)->t));
#endif
		;
		/* merge: ton[1] = 0(78, 49, 78) */
		reached[2][49] = 1;
		(trpt+1)->bup.ovals[1] = ((int)now.ton[1]);
		now.ton[1] = 0;
#ifdef VAR_RANGES
		logval("ton[1]", ((int)now.ton[1]));
#endif
		;
		/* merge: .(goto)(0, 57, 78) */
		reached[2][57] = 1;
		;
		_m = 3; goto P999; /* 3 */
	case 37: // STATE 50 - linked.pml:207 - [(hon[0])] (78:0:2 - 1)
		IfNotBlocked
		reached[2][50] = 1;
		if (!(((int)now.hon[0])))
			continue;
		/* merge: t = 2(78, 51, 78) */
		reached[2][51] = 1;
		(trpt+1)->bup.ovals = grab_ints(2);
		(trpt+1)->bup.ovals[0] = ((int)((P2 *)_this)->t);
		((P2 *)_this)->t = 2;
#ifdef VAR_RANGES
		logval("World:t", ((int)((P2 *)_this)->t));
#endif
		;
		/* merge: hon[0] = 0(78, 52, 78) */
		reached[2][52] = 1;
		(trpt+1)->bup.ovals[1] = ((int)now.hon[0]);
		now.hon[0] = 0;
#ifdef VAR_RANGES
		logval("hon[0]", ((int)now.hon[0]));
#endif
		;
		/* merge: .(goto)(0, 57, 78) */
		reached[2][57] = 1;
		;
		_m = 3; goto P999; /* 3 */
	case 38: // STATE 53 - linked.pml:208 - [((hon[1]&&hrole[1]))] (78:0:2 - 1)
		IfNotBlocked
		reached[2][53] = 1;
		if (!((((int)now.hon[1])&&((int)now.hrole[1]))))
			continue;
		/* merge: t = 3(78, 54, 78) */
		reached[2][54] = 1;
		(trpt+1)->bup.ovals = grab_ints(2);
		(trpt+1)->bup.ovals[0] = ((int)((P2 *)_this)->t);
		((P2 *)_this)->t = 3;
#ifdef VAR_RANGES
		logval("World:t", ((int)((P2 *)_this)->t));
#endif
		;
		/* merge: hon[1] = 0(78, 55, 78) */
		reached[2][55] = 1;
		(trpt+1)->bup.ovals[1] = ((int)now.hon[1]);
		now.hon[1] = 0;
#ifdef VAR_RANGES
		logval("hon[1]", ((int)now.hon[1]));
#endif
		;
		/* merge: .(goto)(0, 57, 78) */
		reached[2][57] = 1;
		;
		_m = 3; goto P999; /* 3 */
	case 39: // STATE 58 - linked.pml:211 - [((t<2))] (68:0:2 - 1)
		IfNotBlocked
		reached[2][58] = 1;
		if (!((((int)((P2 *)_this)->t)<2)))
			continue;
		/* merge: tjoin[t] = 0(68, 59, 68) */
		reached[2][59] = 1;
		(trpt+1)->bup.ovals = grab_ints(2);
		(trpt+1)->bup.ovals[0] = ((int)now.tjoin[ Index(((int)((P2 *)_this)->t), 2) ]);
		now.tjoin[ Index(((P2 *)_this)->t, 2) ] = 0;
#ifdef VAR_RANGES
		logval("tjoin[World:t]", ((int)now.tjoin[ Index(((int)((P2 *)_this)->t), 2) ]));
#endif
		;
		/* merge: tdone[t] = 255(68, 60, 68) */
		reached[2][60] = 1;
		(trpt+1)->bup.ovals[1] = ((int)now.tdone[ Index(((int)((P2 *)_this)->t), 2) ]);
		now.tdone[ Index(((P2 *)_this)->t, 2) ] = 255;
#ifdef VAR_RANGES
		logval("tdone[World:t]", ((int)now.tdone[ Index(((int)((P2 *)_this)->t), 2) ]));
#endif
		;
		_m = 3; goto P999; /* 2 */
	case 40: // STATE 61 - linked.pml:62 - [cur[((2*0)+t)] = 0] (0:66:2 - 1)
		IfNotBlocked
		reached[2][61] = 1;
		(trpt+1)->bup.ovals = grab_ints(2);
		(trpt+1)->bup.ovals[0] = ((int)now.cur[ Index(((2*0)+((int)((P2 *)_this)->t)), 4) ]);
		now.cur[ Index(((2*0)+((P2 *)_this)->t), 4) ] = 0;
#ifdef VAR_RANGES
		logval("cur[((2*0)+World:t)]", ((int)now.cur[ Index(((2*0)+((int)((P2 *)_this)->t)), 4) ]));
#endif
		;
		/* merge: cur[((2*1)+t)] = 0(66, 62, 66) */
		reached[2][62] = 1;
		(trpt+1)->bup.ovals[1] = ((int)now.cur[ Index(((2*1)+((int)((P2 *)_this)->t)), 4) ]);
		now.cur[ Index(((2*1)+((P2 *)_this)->t), 4) ] = 0;
#ifdef VAR_RANGES
		logval("cur[((2*1)+World:t)]", ((int)now.cur[ Index(((2*1)+((int)((P2 *)_this)->t)), 4) ]));
#endif
		;
		_m = 3; goto P999; /* 1 */
	case 41: // STATE 63 - linked.pml:63 - [((kept&&(kept_t==t)))] (95:0:4 - 1)
		IfNotBlocked
		reached[2][63] = 1;
		if (!((((int)now.kept)&&(((int)now.kept_t)==((int)((P2 *)_this)->t)))))
			continue;
		if (TstOnly) return 1; /* TT */
		/* dead 1: t */  (trpt+1)->bup.ovals = grab_ints(4);
		(trpt+1)->bup.ovals[0] = ((P2 *)_this)->t;
#ifdef HAS_CODE
		if (!readtrail)
#endif
			((P2 *)_this)->t = 0;
		/* merge: keptcur = 0(95, 64, 95) */
		reached[2][64] = 1;
		(trpt+1)->bup.ovals[1] = ((int)now.keptcur);
		now.keptcur = 0;
#ifdef VAR_RANGES
		logval("keptcur", ((int)now.keptcur));
#endif
		;
		/* merge: .(goto)(95, 67, 95) */
		reached[2][67] = 1;
		;
		/* merge: .(goto)(95, 79, 95) */
		reached[2][79] = 1;
		;
		/* merge: h = 0(95, 80, 95) */
		reached[2][80] = 1;
		(trpt+1)->bup.ovals[2] = ((int)((P2 *)_this)->h);
		((P2 *)_this)->h = 0;
#ifdef VAR_RANGES
		logval("World:h", ((int)((P2 *)_this)->h));
#endif
		;
		/* merge: t = 0(95, 81, 95) */
		reached[2][81] = 1;
		(trpt+1)->bup.ovals[3] = ((int)((P2 *)_this)->t);
		((P2 *)_this)->t = 0;
#ifdef VAR_RANGES
		logval("World:t", ((int)((P2 *)_this)->t));
#endif
		;
		/* merge: .(goto)(0, 96, 95) */
		reached[2][96] = 1;
		;
		_m = 3; goto P999; /* 6 */
	case 42: // STATE 69 - linked.pml:212 - [((t>=2))] (77:0:1 - 1)
		IfNotBlocked
		reached[2][69] = 1;
		if (!((((int)((P2 *)_this)->t)>=2)))
			continue;
		/* merge: h = (t-2)(0, 70, 77) */
		reached[2][70] = 1;
		(trpt+1)->bup.oval = ((int)((P2 *)_this)->h);
		((P2 *)_this)->h = (((int)((P2 *)_this)->t)-2);
#ifdef VAR_RANGES
		logval("World:h", ((int)((P2 *)_this)->h));
#endif
		;
		_m = 3; goto P999; /* 1 */
	case 43: // STATE 71 - linked.pml:182 - [heard[((2*h)+0)] = 0] (0:95:8 - 1)
		IfNotBlocked
		reached[2][71] = 1;
		(trpt+1)->bup.ovals = grab_ints(8);
		(trpt+1)->bup.ovals[0] = ((int)now.heard[ Index(((2*((int)((P2 *)_this)->h))+0), 4) ]);
		now.heard[ Index(((2*((P2 *)_this)->h)+0), 4) ] = 0;
#ifdef VAR_RANGES
		logval("heard[((2*World:h)+0)]", ((int)now.heard[ Index(((2*((int)((P2 *)_this)->h))+0), 4) ]));
#endif
		;
		/* merge: heard[((2*h)+1)] = 0(95, 72, 95) */
		reached[2][72] = 1;
		(trpt+1)->bup.ovals[1] = ((int)now.heard[ Index(((2*((int)((P2 *)_this)->h))+1), 4) ]);
		now.heard[ Index(((2*((P2 *)_this)->h)+1), 4) ] = 0;
#ifdef VAR_RANGES
		logval("heard[((2*World:h)+1)]", ((int)now.heard[ Index(((2*((int)((P2 *)_this)->h))+1), 4) ]));
#endif
		;
		/* merge: asks[((2*h)+0)] = 0(95, 73, 95) */
		reached[2][73] = 1;
		(trpt+1)->bup.ovals[2] = ((int)now.asks[ Index(((2*((int)((P2 *)_this)->h))+0), 4) ]);
		now.asks[ Index(((2*((P2 *)_this)->h)+0), 4) ] = 0;
#ifdef VAR_RANGES
		logval("asks[((2*World:h)+0)]", ((int)now.asks[ Index(((2*((int)((P2 *)_this)->h))+0), 4) ]));
#endif
		;
		/* merge: asks[((2*h)+1)] = 0(95, 74, 95) */
		reached[2][74] = 1;
		(trpt+1)->bup.ovals[3] = ((int)now.asks[ Index(((2*((int)((P2 *)_this)->h))+1), 4) ]);
		now.asks[ Index(((2*((P2 *)_this)->h)+1), 4) ] = 0;
#ifdef VAR_RANGES
		logval("asks[((2*World:h)+1)]", ((int)now.asks[ Index(((2*((int)((P2 *)_this)->h))+1), 4) ]));
#endif
		;
		/* merge: cur[((2*h)+0)] = 0(95, 75, 95) */
		reached[2][75] = 1;
		(trpt+1)->bup.ovals[4] = ((int)now.cur[ Index(((2*((int)((P2 *)_this)->h))+0), 4) ]);
		now.cur[ Index(((2*((P2 *)_this)->h)+0), 4) ] = 0;
#ifdef VAR_RANGES
		logval("cur[((2*World:h)+0)]", ((int)now.cur[ Index(((2*((int)((P2 *)_this)->h))+0), 4) ]));
#endif
		;
		/* merge: cur[((2*h)+1)] = 0(95, 76, 95) */
		reached[2][76] = 1;
		(trpt+1)->bup.ovals[5] = ((int)now.cur[ Index(((2*((int)((P2 *)_this)->h))+1), 4) ]);
		now.cur[ Index(((2*((P2 *)_this)->h)+1), 4) ] = 0;
#ifdef VAR_RANGES
		logval("cur[((2*World:h)+1)]", ((int)now.cur[ Index(((2*((int)((P2 *)_this)->h))+1), 4) ]));
#endif
		;
		/* merge: .(goto)(95, 79, 95) */
		reached[2][79] = 1;
		;
		/* merge: h = 0(95, 80, 95) */
		reached[2][80] = 1;
		(trpt+1)->bup.ovals[6] = ((int)((P2 *)_this)->h);
		((P2 *)_this)->h = 0;
#ifdef VAR_RANGES
		logval("World:h", ((int)((P2 *)_this)->h));
#endif
		;
		/* merge: t = 0(95, 81, 95) */
		reached[2][81] = 1;
		(trpt+1)->bup.ovals[7] = ((int)((P2 *)_this)->t);
		((P2 *)_this)->t = 0;
#ifdef VAR_RANGES
		logval("World:t", ((int)((P2 *)_this)->t));
#endif
		;
		/* merge: .(goto)(0, 96, 95) */
		reached[2][96] = 1;
		;
		_m = 3; goto P999; /* 9 */
	case 44: // STATE 80 - linked.pml:214 - [h = 0] (0:95:2 - 5)
		IfNotBlocked
		reached[2][80] = 1;
		(trpt+1)->bup.ovals = grab_ints(2);
		(trpt+1)->bup.ovals[0] = ((int)((P2 *)_this)->h);
		((P2 *)_this)->h = 0;
#ifdef VAR_RANGES
		logval("World:h", ((int)((P2 *)_this)->h));
#endif
		;
		/* merge: t = 0(95, 81, 95) */
		reached[2][81] = 1;
		(trpt+1)->bup.ovals[1] = ((int)((P2 *)_this)->t);
		((P2 *)_this)->t = 0;
#ifdef VAR_RANGES
		logval("World:t", ((int)((P2 *)_this)->t));
#endif
		;
		/* merge: .(goto)(0, 96, 95) */
		reached[2][96] = 1;
		;
		_m = 3; goto P999; /* 2 */
	case 45: // STATE 83 - linked.pml:215 - [(!(ton[0]))] (95:0:1 - 1)
		IfNotBlocked
		reached[2][83] = 1;
		if (!( !(((int)now.ton[0]))))
			continue;
		/* merge: ton[0] = 1(0, 84, 95) */
		reached[2][84] = 1;
		(trpt+1)->bup.oval = ((int)now.ton[0]);
		now.ton[0] = 1;
#ifdef VAR_RANGES
		logval("ton[0]", ((int)now.ton[0]));
#endif
		;
		/* merge: .(goto)(0, 96, 95) */
		reached[2][96] = 1;
		;
		_m = 3; goto P999; /* 2 */
	case 46: // STATE 86 - linked.pml:216 - [(!(ton[1]))] (95:0:1 - 1)
		IfNotBlocked
		reached[2][86] = 1;
		if (!( !(((int)now.ton[1]))))
			continue;
		/* merge: ton[1] = 1(0, 87, 95) */
		reached[2][87] = 1;
		(trpt+1)->bup.oval = ((int)now.ton[1]);
		now.ton[1] = 1;
#ifdef VAR_RANGES
		logval("ton[1]", ((int)now.ton[1]));
#endif
		;
		/* merge: .(goto)(0, 96, 95) */
		reached[2][96] = 1;
		;
		_m = 3; goto P999; /* 2 */
	case 47: // STATE 89 - linked.pml:217 - [(!(hon[0]))] (95:0:1 - 1)
		IfNotBlocked
		reached[2][89] = 1;
		if (!( !(((int)now.hon[0]))))
			continue;
		/* merge: hon[0] = 1(0, 90, 95) */
		reached[2][90] = 1;
		(trpt+1)->bup.oval = ((int)now.hon[0]);
		now.hon[0] = 1;
#ifdef VAR_RANGES
		logval("hon[0]", ((int)now.hon[0]));
#endif
		;
		/* merge: .(goto)(0, 96, 95) */
		reached[2][96] = 1;
		;
		_m = 3; goto P999; /* 2 */
	case 48: // STATE 92 - linked.pml:218 - [(!(hon[1]))] (95:0:1 - 1)
		IfNotBlocked
		reached[2][92] = 1;
		if (!( !(((int)now.hon[1]))))
			continue;
		/* merge: hon[1] = 1(0, 93, 95) */
		reached[2][93] = 1;
		(trpt+1)->bup.oval = ((int)now.hon[1]);
		now.hon[1] = 1;
#ifdef VAR_RANGES
		logval("hon[1]", ((int)now.hon[1]));
#endif
		;
		/* merge: .(goto)(0, 96, 95) */
		reached[2][96] = 1;
		;
		_m = 3; goto P999; /* 2 */
	case 49: // STATE 98 - linked.pml:220 - [-end-] (0:0:0 - 1)
		IfNotBlocked
		reached[2][98] = 1;
		if (!delproc(1, II)) continue;
		_m = 3; goto P999; /* 0 */

		 /* PROC Table */
	case 50: // STATE 1 - linked.pml:171 - [((((ton[t]&&tjoin[t])&&(tst[t]==0))&&(tacc[t]<1)))] (22:0:1 - 1)
		IfNotBlocked
		reached[1][1] = 1;
		if (!((((((int)now.ton[ Index(((int)((P1 *)_this)->t), 2) ])&&((int)now.tjoin[ Index(((int)((P1 *)_this)->t), 2) ]))&&(((int)now.tst[ Index(((int)((P1 *)_this)->t), 2) ])==0))&&(((int)now.tacc[ Index(((int)((P1 *)_this)->t), 2) ])<1))))
			continue;
		/* merge: tacc[t] = (tacc[t]+1)(0, 2, 22) */
		reached[1][2] = 1;
		(trpt+1)->bup.oval = ((int)now.tacc[ Index(((int)((P1 *)_this)->t), 2) ]);
		now.tacc[ Index(((P1 *)_this)->t, 2) ] = (((int)now.tacc[ Index(((int)((P1 *)_this)->t), 2) ])+1);
#ifdef VAR_RANGES
		logval("tacc[Table:t]", ((int)now.tacc[ Index(((int)((P1 *)_this)->t), 2) ]));
#endif
		;
		/* merge: .(goto)(0, 23, 22) */
		reached[1][23] = 1;
		;
		_m = 3; goto P999; /* 2 */
	case 51: // STATE 4 - linked.pml:172 - [(((((ton[t]&&(tst[t]==0))&&(tacc[t]>0))&&(wins[t]==0))&&(top[t]==tdone[t])))] (22:0:2 - 1)
		IfNotBlocked
		reached[1][4] = 1;
		if (!(((((((int)now.ton[ Index(((int)((P1 *)_this)->t), 2) ])&&(((int)now.tst[ Index(((int)((P1 *)_this)->t), 2) ])==0))&&(((int)now.tacc[ Index(((int)((P1 *)_this)->t), 2) ])>0))&&(((int)now.wins[ Index(((int)((P1 *)_this)->t), 2) ])==0))&&(((int)now.top[ Index(((int)((P1 *)_this)->t), 2) ])==((int)now.tdone[ Index(((int)((P1 *)_this)->t), 2) ])))))
			continue;
		/* merge: wins[t] = (wins[t]+1)(22, 5, 22) */
		reached[1][5] = 1;
		(trpt+1)->bup.ovals = grab_ints(2);
		(trpt+1)->bup.ovals[0] = ((int)now.wins[ Index(((int)((P1 *)_this)->t), 2) ]);
		now.wins[ Index(((P1 *)_this)->t, 2) ] = (((int)now.wins[ Index(((int)((P1 *)_this)->t), 2) ])+1);
#ifdef VAR_RANGES
		logval("wins[Table:t]", ((int)now.wins[ Index(((int)((P1 *)_this)->t), 2) ]));
#endif
		;
		/* merge: tst[t] = 1(22, 6, 22) */
		reached[1][6] = 1;
		(trpt+1)->bup.ovals[1] = ((int)now.tst[ Index(((int)((P1 *)_this)->t), 2) ]);
		now.tst[ Index(((P1 *)_this)->t, 2) ] = 1;
#ifdef VAR_RANGES
		logval("tst[Table:t]", ((int)now.tst[ Index(((int)((P1 *)_this)->t), 2) ]));
#endif
		;
		/* merge: .(goto)(0, 23, 22) */
		reached[1][23] = 1;
		;
		_m = 3; goto P999; /* 3 */
	case 52: // STATE 8 - linked.pml:174 - [((ton[t]&&(tst[t]==2)))] (13:0:2 - 1)
		IfNotBlocked
		reached[1][8] = 1;
		if (!((((int)now.ton[ Index(((int)((P1 *)_this)->t), 2) ])&&(((int)now.tst[ Index(((int)((P1 *)_this)->t), 2) ])==2))))
			continue;
		/* merge: tst[t] = 0(13, 9, 13) */
		reached[1][9] = 1;
		(trpt+1)->bup.ovals = grab_ints(2);
		(trpt+1)->bup.ovals[0] = ((int)now.tst[ Index(((int)((P1 *)_this)->t), 2) ]);
		now.tst[ Index(((P1 *)_this)->t, 2) ] = 0;
#ifdef VAR_RANGES
		logval("tst[Table:t]", ((int)now.tst[ Index(((int)((P1 *)_this)->t), 2) ]));
#endif
		;
		/* merge: top[t] = (top[t]+1)(13, 10, 13) */
		reached[1][10] = 1;
		(trpt+1)->bup.ovals[1] = ((int)now.top[ Index(((int)((P1 *)_this)->t), 2) ]);
		now.top[ Index(((P1 *)_this)->t, 2) ] = (((int)now.top[ Index(((int)((P1 *)_this)->t), 2) ])+1);
#ifdef VAR_RANGES
		logval("top[Table:t]", ((int)now.top[ Index(((int)((P1 *)_this)->t), 2) ]));
#endif
		;
		_m = 3; goto P999; /* 2 */
	case 53: // STATE 11 - linked.pml:176 - [tkind[t] = 2] (0:22:1 - 1)
		IfNotBlocked
		reached[1][11] = 1;
		(trpt+1)->bup.oval = ((int)now.tkind[ Index(((int)((P1 *)_this)->t), 2) ]);
		now.tkind[ Index(((P1 *)_this)->t, 2) ] = 2;
#ifdef VAR_RANGES
		logval("tkind[Table:t]", ((int)now.tkind[ Index(((int)((P1 *)_this)->t), 2) ]));
#endif
		;
		/* merge: .(goto)(22, 14, 22) */
		reached[1][14] = 1;
		;
		/* merge: .(goto)(0, 23, 22) */
		reached[1][23] = 1;
		;
		_m = 3; goto P999; /* 2 */
	case 54: // STATE 14 - linked.pml:176 - [.(goto)] (0:22:0 - 2)
		IfNotBlocked
		reached[1][14] = 1;
		;
		/* merge: .(goto)(0, 23, 22) */
		reached[1][23] = 1;
		;
		_m = 3; goto P999; /* 1 */
	case 55: // STATE 12 - linked.pml:176 - [tkind[t] = 3] (0:22:1 - 1)
		IfNotBlocked
		reached[1][12] = 1;
		(trpt+1)->bup.oval = ((int)now.tkind[ Index(((int)((P1 *)_this)->t), 2) ]);
		now.tkind[ Index(((P1 *)_this)->t, 2) ] = 3;
#ifdef VAR_RANGES
		logval("tkind[Table:t]", ((int)now.tkind[ Index(((int)((P1 *)_this)->t), 2) ]));
#endif
		;
		/* merge: .(goto)(22, 14, 22) */
		reached[1][14] = 1;
		;
		/* merge: .(goto)(0, 23, 22) */
		reached[1][23] = 1;
		;
		_m = 3; goto P999; /* 2 */
	case 56: // STATE 16 - linked.pml:177 - [(((ton[t]&&(tst[t]==1))&&(losses>0)))] (22:0:4 - 1)
		IfNotBlocked
		reached[1][16] = 1;
		if (!(((((int)now.ton[ Index(((int)((P1 *)_this)->t), 2) ])&&(((int)now.tst[ Index(((int)((P1 *)_this)->t), 2) ])==1))&&(((int)now.losses)>0))))
			continue;
		/* merge: losses = (losses-1)(22, 17, 22) */
		reached[1][17] = 1;
		(trpt+1)->bup.ovals = grab_ints(4);
		(trpt+1)->bup.ovals[0] = ((int)now.losses);
		now.losses = (((int)now.losses)-1);
#ifdef VAR_RANGES
		logval("losses", ((int)now.losses));
#endif
		;
		/* merge: tst[t] = 0(22, 18, 22) */
		reached[1][18] = 1;
		(trpt+1)->bup.ovals[1] = ((int)now.tst[ Index(((int)((P1 *)_this)->t), 2) ]);
		now.tst[ Index(((P1 *)_this)->t, 2) ] = 0;
#ifdef VAR_RANGES
		logval("tst[Table:t]", ((int)now.tst[ Index(((int)((P1 *)_this)->t), 2) ]));
#endif
		;
		/* merge: top[t] = (top[t]+1)(22, 19, 22) */
		reached[1][19] = 1;
		(trpt+1)->bup.ovals[2] = ((int)now.top[ Index(((int)((P1 *)_this)->t), 2) ]);
		now.top[ Index(((P1 *)_this)->t, 2) ] = (((int)now.top[ Index(((int)((P1 *)_this)->t), 2) ])+1);
#ifdef VAR_RANGES
		logval("top[Table:t]", ((int)now.top[ Index(((int)((P1 *)_this)->t), 2) ]));
#endif
		;
		/* merge: tkind[t] = 3(22, 20, 22) */
		reached[1][20] = 1;
		(trpt+1)->bup.ovals[3] = ((int)now.tkind[ Index(((int)((P1 *)_this)->t), 2) ]);
		now.tkind[ Index(((P1 *)_this)->t, 2) ] = 3;
#ifdef VAR_RANGES
		logval("tkind[Table:t]", ((int)now.tkind[ Index(((int)((P1 *)_this)->t), 2) ]));
#endif
		;
		/* merge: .(goto)(0, 23, 22) */
		reached[1][23] = 1;
		;
		_m = 3; goto P999; /* 5 */
	case 57: // STATE 25 - linked.pml:180 - [-end-] (0:0:0 - 1)
		IfNotBlocked
		reached[1][25] = 1;
		if (!delproc(1, II)) continue;
		_m = 3; goto P999; /* 0 */

		 /* PROC Holder */
	case 58: // STATE 1 - linked.pml:142 - [(((hon[h]&&hrole[h])&&!(stopped[h])))] (0:0:0 - 1)
		IfNotBlocked
		reached[0][1] = 1;
		if (!(((((int)now.hon[ Index(((int)((P0 *)_this)->h), 2) ])&&((int)now.hrole[ Index(((int)((P0 *)_this)->h), 2) ]))&& !(((int)now.stopped[ Index(((int)((P0 *)_this)->h), 2) ])))))
			continue;
		_m = 3; goto P999; /* 0 */
	case 59: // STATE 2 - linked.pml:143 - [t = 0] (0:0:1 - 1)
		IfNotBlocked
		reached[0][2] = 1;
		(trpt+1)->bup.oval = ((int)((P0 *)_this)->t);
		((P0 *)_this)->t = 0;
#ifdef VAR_RANGES
		logval("Holder:t", ((int)((P0 *)_this)->t));
#endif
		;
		_m = 3; goto P999; /* 0 */
	case 60: // STATE 3 - linked.pml:143 - [t = 1] (0:0:1 - 1)
		IfNotBlocked
		reached[0][3] = 1;
		(trpt+1)->bup.oval = ((int)((P0 *)_this)->t);
		((P0 *)_this)->t = 1;
#ifdef VAR_RANGES
		logval("Holder:t", ((int)((P0 *)_this)->t));
#endif
		;
		_m = 3; goto P999; /* 0 */
	case 61: // STATE 6 - linked.pml:145 - [((ton[t]&&(losses>0)))] (18:0:1 - 1)
		IfNotBlocked
		reached[0][6] = 1;
		if (!((((int)now.ton[ Index(((int)((P0 *)_this)->t), 2) ])&&(((int)now.losses)>0))))
			continue;
		/* merge: losses = (losses-1)(0, 7, 18) */
		reached[0][7] = 1;
		(trpt+1)->bup.oval = ((int)now.losses);
		now.losses = (((int)now.losses)-1);
#ifdef VAR_RANGES
		logval("losses", ((int)now.losses));
#endif
		;
		_m = 3; goto P999; /* 1 */
	case 62: // STATE 8 - linked.pml:147 - [(((repeats>0)&&!(kept)))] (124:0:9 - 1)
		IfNotBlocked
		reached[0][8] = 1;
		if (!(((((int)now.repeats)>0)&& !(((int)now.kept)))))
			continue;
		/* merge: kept = 1(124, 9, 124) */
		reached[0][9] = 1;
		(trpt+1)->bup.ovals = grab_ints(9);
		(trpt+1)->bup.ovals[0] = ((int)now.kept);
		now.kept = 1;
#ifdef VAR_RANGES
		logval("kept", ((int)now.kept));
#endif
		;
		/* merge: kept_h = h(124, 10, 124) */
		reached[0][10] = 1;
		(trpt+1)->bup.ovals[1] = ((int)now.kept_h);
		now.kept_h = ((int)((P0 *)_this)->h);
#ifdef VAR_RANGES
		logval("kept_h", ((int)now.kept_h));
#endif
		;
		/* merge: kept_t = t(124, 11, 124) */
		reached[0][11] = 1;
		(trpt+1)->bup.ovals[2] = ((int)now.kept_t);
		now.kept_t = ((int)((P0 *)_this)->t);
#ifdef VAR_RANGES
		logval("kept_t", ((int)now.kept_t));
#endif
		;
		/* merge: keptcur = cur[((2*h)+t)](124, 12, 124) */
		reached[0][12] = 1;
		(trpt+1)->bup.ovals[3] = ((int)now.keptcur);
		now.keptcur = ((int)now.cur[ Index(((2*((int)((P0 *)_this)->h))+((int)((P0 *)_this)->t)), 4) ]);
#ifdef VAR_RANGES
		logval("keptcur", ((int)now.keptcur));
#endif
		;
		/* merge: kept_gen = hgen[h](124, 13, 124) */
		reached[0][13] = 1;
		(trpt+1)->bup.ovals[4] = ((int)now.kept_gen);
		now.kept_gen = ((int)now.hgen[ Index(((int)((P0 *)_this)->h), 2) ]);
#ifdef VAR_RANGES
		logval("kept_gen", ((int)now.kept_gen));
#endif
		;
		/* merge: keptjoin = ((((((hon[h]&&hrole[h])&&!(stopped[h]))&&!(taking[h]))&&((!(joined[((2*h)+0)])||heard[((2*h)+0)])||missing[((2*h)+0)]))&&((!(joined[((2*h)+1)])||heard[((2*h)+1)])||missing[((2*h)+1)]))&&joined[((2*h)+t)])(124, 14, 124) */
		reached[0][14] = 1;
		(trpt+1)->bup.ovals[5] = ((int)now.keptjoin);
		now.keptjoin = ((((((((int)now.hon[ Index(((int)((P0 *)_this)->h), 2) ])&&((int)now.hrole[ Index(((int)((P0 *)_this)->h), 2) ]))&& !(((int)now.stopped[ Index(((int)((P0 *)_this)->h), 2) ])))&& !(((int)now.taking[ Index(((int)((P0 *)_this)->h), 2) ])))&&(( !(((int)now.joined[ Index(((2*((int)((P0 *)_this)->h))+0), 4) ]))||((int)now.heard[ Index(((2*((int)((P0 *)_this)->h))+0), 4) ]))||((int)now.missing[ Index(((2*((int)((P0 *)_this)->h))+0), 4) ])))&&(( !(((int)now.joined[ Index(((2*((int)((P0 *)_this)->h))+1), 4) ]))||((int)now.heard[ Index(((2*((int)((P0 *)_this)->h))+1), 4) ]))||((int)now.missing[ Index(((2*((int)((P0 *)_this)->h))+1), 4) ])))&&((int)now.joined[ Index(((2*((int)((P0 *)_this)->h))+((int)((P0 *)_this)->t)), 4) ]));
#ifdef VAR_RANGES
		logval("keptjoin", ((int)now.keptjoin));
#endif
		;
		/* merge: kepthit = (hit[((2*h)+t)]&&asks[((2*h)+t)])(124, 15, 124) */
		reached[0][15] = 1;
		(trpt+1)->bup.ovals[6] = ((int)now.kepthit);
		now.kepthit = (((int)now.hit[ Index(((2*((int)((P0 *)_this)->h))+((int)((P0 *)_this)->t)), 4) ])&&((int)now.asks[ Index(((2*((int)((P0 *)_this)->h))+((int)((P0 *)_this)->t)), 4) ]));
#ifdef VAR_RANGES
		logval("kepthit", ((int)now.kepthit));
#endif
		;
		/* merge: kept_op = rop[((2*h)+t)](124, 16, 124) */
		reached[0][16] = 1;
		(trpt+1)->bup.ovals[7] = ((int)now.kept_op);
		now.kept_op = ((int)now.rop[ Index(((2*((int)((P0 *)_this)->h))+((int)((P0 *)_this)->t)), 4) ]);
#ifdef VAR_RANGES
		logval("kept_op", ((int)now.kept_op));
#endif
		;
		/* merge: .(goto)(124, 19, 124) */
		reached[0][19] = 1;
		;
		/* merge: .(goto)(124, 108, 124) */
		reached[0][108] = 1;
		;
		/* merge: t = 0(124, 109, 124) */
		reached[0][109] = 1;
		(trpt+1)->bup.ovals[8] = ((int)((P0 *)_this)->t);
		((P0 *)_this)->t = 0;
#ifdef VAR_RANGES
		logval("Holder:t", ((int)((P0 *)_this)->t));
#endif
		;
		/* merge: .(goto)(0, 125, 124) */
		reached[0][125] = 1;
		;
		_m = 3; goto P999; /* 12 */
	case 63: // STATE 17 - linked.pml:150 - [(1)] (124:0:1 - 1)
		IfNotBlocked
		reached[0][17] = 1;
		if (!(1))
			continue;
		/* merge: .(goto)(124, 19, 124) */
		reached[0][19] = 1;
		;
		/* merge: .(goto)(124, 108, 124) */
		reached[0][108] = 1;
		;
		/* merge: t = 0(124, 109, 124) */
		reached[0][109] = 1;
		(trpt+1)->bup.oval = ((int)((P0 *)_this)->t);
		((P0 *)_this)->t = 0;
#ifdef VAR_RANGES
		logval("Holder:t", ((int)((P0 *)_this)->t));
#endif
		;
		/* merge: .(goto)(0, 125, 124) */
		reached[0][125] = 1;
		;
		_m = 3; goto P999; /* 4 */
	case 64: // STATE 108 - linked.pml:161 - [.(goto)] (0:124:1 - 12)
		IfNotBlocked
		reached[0][108] = 1;
		;
		/* merge: t = 0(124, 109, 124) */
		reached[0][109] = 1;
		(trpt+1)->bup.oval = ((int)((P0 *)_this)->t);
		((P0 *)_this)->t = 0;
#ifdef VAR_RANGES
		logval("Holder:t", ((int)((P0 *)_this)->t));
#endif
		;
		/* merge: .(goto)(0, 125, 124) */
		reached[0][125] = 1;
		;
		_m = 3; goto P999; /* 2 */
	case 65: // STATE 20 - linked.pml:152 - [(ton[t])] (0:0:0 - 1)
		IfNotBlocked
		reached[0][20] = 1;
		if (!(((int)now.ton[ Index(((int)((P0 *)_this)->t), 2) ])))
			continue;
		_m = 3; goto P999; /* 0 */
	case 66: // STATE 21 - linked.pml:72 - [((cur[((2*h)+t)]&&((hgen[h]>tgen[t])||((hgen[h]==tgen[t])&&((twho[t]==255)||(twho[t]==h))))))] (31:0:2 - 1)
		IfNotBlocked
		reached[0][21] = 1;
		if (!((((int)now.cur[ Index(((2*((int)((P0 *)_this)->h))+((int)((P0 *)_this)->t)), 4) ])&&((((int)now.hgen[ Index(((int)((P0 *)_this)->h), 2) ])>((int)now.tgen[ Index(((int)((P0 *)_this)->t), 2) ]))||((((int)now.hgen[ Index(((int)((P0 *)_this)->h), 2) ])==((int)now.tgen[ Index(((int)((P0 *)_this)->t), 2) ]))&&((((int)now.twho[ Index(((int)((P0 *)_this)->t), 2) ])==255)||(((int)now.twho[ Index(((int)((P0 *)_this)->t), 2) ])==((int)((P0 *)_this)->h))))))))
			continue;
		/* merge: tgen[t] = hgen[h](31, 22, 31) */
		reached[0][22] = 1;
		(trpt+1)->bup.ovals = grab_ints(2);
		(trpt+1)->bup.ovals[0] = ((int)now.tgen[ Index(((int)((P0 *)_this)->t), 2) ]);
		now.tgen[ Index(((P0 *)_this)->t, 2) ] = ((int)now.hgen[ Index(((int)((P0 *)_this)->h), 2) ]);
#ifdef VAR_RANGES
		logval("tgen[Holder:t]", ((int)now.tgen[ Index(((int)((P0 *)_this)->t), 2) ]));
#endif
		;
		/* merge: twho[t] = h(31, 23, 31) */
		reached[0][23] = 1;
		(trpt+1)->bup.ovals[1] = ((int)now.twho[ Index(((int)((P0 *)_this)->t), 2) ]);
		now.twho[ Index(((P0 *)_this)->t, 2) ] = ((int)((P0 *)_this)->h);
#ifdef VAR_RANGES
		logval("twho[Holder:t]", ((int)now.twho[ Index(((int)((P0 *)_this)->t), 2) ]));
#endif
		;
		_m = 3; goto P999; /* 2 */
	case 67: // STATE 24 - linked.pml:62 - [cur[((2*0)+t)] = 0] (0:29:2 - 1)
		IfNotBlocked
		reached[0][24] = 1;
		(trpt+1)->bup.ovals = grab_ints(2);
		(trpt+1)->bup.ovals[0] = ((int)now.cur[ Index(((2*0)+((int)((P0 *)_this)->t)), 4) ]);
		now.cur[ Index(((2*0)+((P0 *)_this)->t), 4) ] = 0;
#ifdef VAR_RANGES
		logval("cur[((2*0)+Holder:t)]", ((int)now.cur[ Index(((2*0)+((int)((P0 *)_this)->t)), 4) ]));
#endif
		;
		/* merge: cur[((2*1)+t)] = 0(29, 25, 29) */
		reached[0][25] = 1;
		(trpt+1)->bup.ovals[1] = ((int)now.cur[ Index(((2*1)+((int)((P0 *)_this)->t)), 4) ]);
		now.cur[ Index(((2*1)+((P0 *)_this)->t), 4) ] = 0;
#ifdef VAR_RANGES
		logval("cur[((2*1)+Holder:t)]", ((int)now.cur[ Index(((2*1)+((int)((P0 *)_this)->t)), 4) ]));
#endif
		;
		_m = 3; goto P999; /* 1 */
	case 68: // STATE 26 - linked.pml:63 - [((kept&&(kept_t==t)))] (37:0:3 - 1)
		IfNotBlocked
		reached[0][26] = 1;
		if (!((((int)now.kept)&&(((int)now.kept_t)==((int)((P0 *)_this)->t)))))
			continue;
		/* merge: keptcur = 0(37, 27, 37) */
		reached[0][27] = 1;
		(trpt+1)->bup.ovals = grab_ints(3);
		(trpt+1)->bup.ovals[0] = ((int)now.keptcur);
		now.keptcur = 0;
#ifdef VAR_RANGES
		logval("keptcur", ((int)now.keptcur));
#endif
		;
		/* merge: .(goto)(37, 30, 37) */
		reached[0][30] = 1;
		;
		/* merge: tjoin[t] = ((((((hon[h]&&hrole[h])&&!(stopped[h]))&&!(taking[h]))&&((!(joined[((2*h)+0)])||heard[((2*h)+0)])||missing[((2*h)+0)]))&&((!(joined[((2*h)+1)])||heard[((2*h)+1)])||missing[((2*h)+1)]))&&joined[((2*h)+t)])(37, 32, 37) */
		reached[0][32] = 1;
		(trpt+1)->bup.ovals[1] = ((int)now.tjoin[ Index(((int)((P0 *)_this)->t), 2) ]);
		now.tjoin[ Index(((P0 *)_this)->t, 2) ] = ((((((((int)now.hon[ Index(((int)((P0 *)_this)->h), 2) ])&&((int)now.hrole[ Index(((int)((P0 *)_this)->h), 2) ]))&& !(((int)now.stopped[ Index(((int)((P0 *)_this)->h), 2) ])))&& !(((int)now.taking[ Index(((int)((P0 *)_this)->h), 2) ])))&&(( !(((int)now.joined[ Index(((2*((int)((P0 *)_this)->h))+0), 4) ]))||((int)now.heard[ Index(((2*((int)((P0 *)_this)->h))+0), 4) ]))||((int)now.missing[ Index(((2*((int)((P0 *)_this)->h))+0), 4) ])))&&(( !(((int)now.joined[ Index(((2*((int)((P0 *)_this)->h))+1), 4) ]))||((int)now.heard[ Index(((2*((int)((P0 *)_this)->h))+1), 4) ]))||((int)now.missing[ Index(((2*((int)((P0 *)_this)->h))+1), 4) ])))&&((int)now.joined[ Index(((2*((int)((P0 *)_this)->h))+((int)((P0 *)_this)->t)), 4) ]));
#ifdef VAR_RANGES
		logval("tjoin[Holder:t]", ((int)now.tjoin[ Index(((int)((P0 *)_this)->t), 2) ]));
#endif
		;
		/* merge: tdone[t] = rop[((2*h)+t)](37, 33, 37) */
		reached[0][33] = 1;
		(trpt+1)->bup.ovals[2] = ((int)now.tdone[ Index(((int)((P0 *)_this)->t), 2) ]);
		now.tdone[ Index(((P0 *)_this)->t, 2) ] = ((int)now.rop[ Index(((2*((int)((P0 *)_this)->h))+((int)((P0 *)_this)->t)), 4) ]);
#ifdef VAR_RANGES
		logval("tdone[Holder:t]", ((int)now.tdone[ Index(((int)((P0 *)_this)->t), 2) ]));
#endif
		;
		_m = 3; goto P999; /* 4 */
	case 69: // STATE 32 - linked.pml:76 - [tjoin[t] = ((((((hon[h]&&hrole[h])&&!(stopped[h]))&&!(taking[h]))&&((!(joined[((2*h)+0)])||heard[((2*h)+0)])||missing[((2*h)+0)]))&&((!(joined[((2*h)+1)])||heard[((2*h)+1)])||missing[((2*h)+1)]))&&joined[((2*h)+t)])] (0:37:2 - 3)
		IfNotBlocked
		reached[0][32] = 1;
		(trpt+1)->bup.ovals = grab_ints(2);
		(trpt+1)->bup.ovals[0] = ((int)now.tjoin[ Index(((int)((P0 *)_this)->t), 2) ]);
		now.tjoin[ Index(((P0 *)_this)->t, 2) ] = ((((((((int)now.hon[ Index(((int)((P0 *)_this)->h), 2) ])&&((int)now.hrole[ Index(((int)((P0 *)_this)->h), 2) ]))&& !(((int)now.stopped[ Index(((int)((P0 *)_this)->h), 2) ])))&& !(((int)now.taking[ Index(((int)((P0 *)_this)->h), 2) ])))&&(( !(((int)now.joined[ Index(((2*((int)((P0 *)_this)->h))+0), 4) ]))||((int)now.heard[ Index(((2*((int)((P0 *)_this)->h))+0), 4) ]))||((int)now.missing[ Index(((2*((int)((P0 *)_this)->h))+0), 4) ])))&&(( !(((int)now.joined[ Index(((2*((int)((P0 *)_this)->h))+1), 4) ]))||((int)now.heard[ Index(((2*((int)((P0 *)_this)->h))+1), 4) ]))||((int)now.missing[ Index(((2*((int)((P0 *)_this)->h))+1), 4) ])))&&((int)now.joined[ Index(((2*((int)((P0 *)_this)->h))+((int)((P0 *)_this)->t)), 4) ]));
#ifdef VAR_RANGES
		logval("tjoin[Holder:t]", ((int)now.tjoin[ Index(((int)((P0 *)_this)->t), 2) ]));
#endif
		;
		/* merge: tdone[t] = rop[((2*h)+t)](37, 33, 37) */
		reached[0][33] = 1;
		(trpt+1)->bup.ovals[1] = ((int)now.tdone[ Index(((int)((P0 *)_this)->t), 2) ]);
		now.tdone[ Index(((P0 *)_this)->t, 2) ] = ((int)now.rop[ Index(((2*((int)((P0 *)_this)->h))+((int)((P0 *)_this)->t)), 4) ]);
#ifdef VAR_RANGES
		logval("tdone[Holder:t]", ((int)now.tdone[ Index(((int)((P0 *)_this)->t), 2) ]));
#endif
		;
		_m = 3; goto P999; /* 1 */
	case 70: // STATE 34 - linked.pml:79 - [((((hit[((2*h)+t)]&&asks[((2*h)+t)])&&(tst[t]==1))&&(rop[((2*h)+t)]==top[t])))] (104:0:1 - 1)
		IfNotBlocked
		reached[0][34] = 1;
		if (!((((((int)now.hit[ Index(((2*((int)((P0 *)_this)->h))+((int)((P0 *)_this)->t)), 4) ])&&((int)now.asks[ Index(((2*((int)((P0 *)_this)->h))+((int)((P0 *)_this)->t)), 4) ]))&&(((int)now.tst[ Index(((int)((P0 *)_this)->t), 2) ])==1))&&(((int)now.rop[ Index(((2*((int)((P0 *)_this)->h))+((int)((P0 *)_this)->t)), 4) ])==((int)now.top[ Index(((int)((P0 *)_this)->t), 2) ])))))
			continue;
		/* merge: tst[t] = 2(0, 35, 104) */
		reached[0][35] = 1;
		(trpt+1)->bup.oval = ((int)now.tst[ Index(((int)((P0 *)_this)->t), 2) ]);
		now.tst[ Index(((P0 *)_this)->t, 2) ] = 2;
#ifdef VAR_RANGES
		logval("tst[Holder:t]", ((int)now.tst[ Index(((int)((P0 *)_this)->t), 2) ]));
#endif
		;
		/* merge: .(goto)(0, 38, 104) */
		reached[0][38] = 1;
		;
		/* merge: .(goto)(0, 41, 104) */
		reached[0][41] = 1;
		;
		_m = 3; goto P999; /* 3 */
	case 71: // STATE 43 - linked.pml:156 - [((losses>0))] (124:0:2 - 1)
		IfNotBlocked
		reached[0][43] = 1;
		if (!((((int)now.losses)>0)))
			continue;
		/* merge: losses = (losses-1)(124, 44, 124) */
		reached[0][44] = 1;
		(trpt+1)->bup.ovals = grab_ints(2);
		(trpt+1)->bup.ovals[0] = ((int)now.losses);
		now.losses = (((int)now.losses)-1);
#ifdef VAR_RANGES
		logval("losses", ((int)now.losses));
#endif
		;
		/* merge: .(goto)(124, 105, 124) */
		reached[0][105] = 1;
		;
		/* merge: .(goto)(124, 108, 124) */
		reached[0][108] = 1;
		;
		/* merge: t = 0(124, 109, 124) */
		reached[0][109] = 1;
		(trpt+1)->bup.ovals[1] = ((int)((P0 *)_this)->t);
		((P0 *)_this)->t = 0;
#ifdef VAR_RANGES
		logval("Holder:t", ((int)((P0 *)_this)->t));
#endif
		;
		/* merge: .(goto)(0, 125, 124) */
		reached[0][125] = 1;
		;
		_m = 3; goto P999; /* 5 */
	case 72: // STATE 45 - linked.pml:93 - [cur[((2*h)+t)] = 1] (0:0:1 - 1)
		IfNotBlocked
		reached[0][45] = 1;
		(trpt+1)->bup.oval = ((int)now.cur[ Index(((2*((int)((P0 *)_this)->h))+((int)((P0 *)_this)->t)), 4) ]);
		now.cur[ Index(((2*((P0 *)_this)->h)+((P0 *)_this)->t), 4) ] = 1;
#ifdef VAR_RANGES
		logval("cur[((2*Holder:h)+Holder:t)]", ((int)now.cur[ Index(((2*((int)((P0 *)_this)->h))+((int)((P0 *)_this)->t)), 4) ]));
#endif
		;
		_m = 3; goto P999; /* 0 */
	case 73: // STATE 46 - linked.pml:96 - [(((tgen[t]>hgen[h])||(((tgen[t]==hgen[h])&&(twho[t]!=h))&&(twho[t]!=255))))] (124:0:5 - 1)
		IfNotBlocked
		reached[0][46] = 1;
		if (!(((((int)now.tgen[ Index(((int)((P0 *)_this)->t), 2) ])>((int)now.hgen[ Index(((int)((P0 *)_this)->h), 2) ]))||(((((int)now.tgen[ Index(((int)((P0 *)_this)->t), 2) ])==((int)now.hgen[ Index(((int)((P0 *)_this)->h), 2) ]))&&(((int)now.twho[ Index(((int)((P0 *)_this)->t), 2) ])!=((int)((P0 *)_this)->h)))&&(((int)now.twho[ Index(((int)((P0 *)_this)->t), 2) ])!=255)))))
			continue;
		if (TstOnly) return 1; /* TT */
		/* dead 1: t */  (trpt+1)->bup.ovals = grab_ints(5);
		(trpt+1)->bup.ovals[0] = ((P0 *)_this)->t;
#ifdef HAS_CODE
		if (!readtrail)
#endif
			((P0 *)_this)->t = 0;
		/* merge: stopped[h] = 1(124, 47, 124) */
		reached[0][47] = 1;
		(trpt+1)->bup.ovals[1] = ((int)now.stopped[ Index(((int)((P0 *)_this)->h), 2) ]);
		now.stopped[ Index(((P0 *)_this)->h, 2) ] = 1;
#ifdef VAR_RANGES
		logval("stopped[Holder:h]", ((int)now.stopped[ Index(((int)((P0 *)_this)->h), 2) ]));
#endif
		;
		/* merge: heard[((2*h)+0)] = 0(124, 48, 124) */
		reached[0][48] = 1;
		(trpt+1)->bup.ovals[2] = ((int)now.heard[ Index(((2*((int)((P0 *)_this)->h))+0), 4) ]);
		now.heard[ Index(((2*((P0 *)_this)->h)+0), 4) ] = 0;
#ifdef VAR_RANGES
		logval("heard[((2*Holder:h)+0)]", ((int)now.heard[ Index(((2*((int)((P0 *)_this)->h))+0), 4) ]));
#endif
		;
		/* merge: heard[((2*h)+1)] = 0(124, 49, 124) */
		reached[0][49] = 1;
		(trpt+1)->bup.ovals[3] = ((int)now.heard[ Index(((2*((int)((P0 *)_this)->h))+1), 4) ]);
		now.heard[ Index(((2*((P0 *)_this)->h)+1), 4) ] = 0;
#ifdef VAR_RANGES
		logval("heard[((2*Holder:h)+1)]", ((int)now.heard[ Index(((2*((int)((P0 *)_this)->h))+1), 4) ]));
#endif
		;
		/* merge: .(goto)(124, 102, 124) */
		reached[0][102] = 1;
		;
		/* merge: .(goto)(124, 105, 124) */
		reached[0][105] = 1;
		;
		/* merge: .(goto)(124, 108, 124) */
		reached[0][108] = 1;
		;
		/* merge: t = 0(124, 109, 124) */
		reached[0][109] = 1;
		(trpt+1)->bup.ovals[4] = ((int)((P0 *)_this)->t);
		((P0 *)_this)->t = 0;
#ifdef VAR_RANGES
		logval("Holder:t", ((int)((P0 *)_this)->t));
#endif
		;
		/* merge: .(goto)(0, 125, 124) */
		reached[0][125] = 1;
		;
		_m = 3; goto P999; /* 8 */
	case 74: // STATE 50 - linked.pml:98 - [(((tgen[t]<hgen[h])||(twho[t]==255)))] (124:0:2 - 1)
		IfNotBlocked
		reached[0][50] = 1;
		if (!(((((int)now.tgen[ Index(((int)((P0 *)_this)->t), 2) ])<((int)now.hgen[ Index(((int)((P0 *)_this)->h), 2) ]))||(((int)now.twho[ Index(((int)((P0 *)_this)->t), 2) ])==255))))
			continue;
		if (TstOnly) return 1; /* TT */
		/* dead 1: t */  (trpt+1)->bup.ovals = grab_ints(2);
		(trpt+1)->bup.ovals[0] = ((P0 *)_this)->t;
#ifdef HAS_CODE
		if (!readtrail)
#endif
			((P0 *)_this)->t = 0;
		/* merge: .(goto)(124, 102, 124) */
		reached[0][102] = 1;
		;
		/* merge: .(goto)(124, 105, 124) */
		reached[0][105] = 1;
		;
		/* merge: .(goto)(124, 108, 124) */
		reached[0][108] = 1;
		;
		/* merge: t = 0(124, 109, 124) */
		reached[0][109] = 1;
		(trpt+1)->bup.ovals[1] = ((int)((P0 *)_this)->t);
		((P0 *)_this)->t = 0;
#ifdef VAR_RANGES
		logval("Holder:t", ((int)((P0 *)_this)->t));
#endif
		;
		/* merge: .(goto)(0, 125, 124) */
		reached[0][125] = 1;
		;
		_m = 3; goto P999; /* 5 */
	case 75: // STATE 51 - linked.pml:99 - [(((tgen[t]==hgen[h])&&(twho[t]==h)))] (0:0:0 - 1)
		IfNotBlocked
		reached[0][51] = 1;
		if (!(((((int)now.tgen[ Index(((int)((P0 *)_this)->t), 2) ])==((int)now.hgen[ Index(((int)((P0 *)_this)->h), 2) ]))&&(((int)now.twho[ Index(((int)((P0 *)_this)->t), 2) ])==((int)((P0 *)_this)->h)))))
			continue;
		_m = 3; goto P999; /* 0 */
	case 76: // STATE 52 - linked.pml:104 - [(!(joined[((2*h)+t)]))] (99:0:4 - 1)
		IfNotBlocked
		reached[0][52] = 1;
		if (!( !(((int)now.joined[ Index(((2*((int)((P0 *)_this)->h))+((int)((P0 *)_this)->t)), 4) ]))))
			continue;
		/* merge: joined[((2*h)+t)] = 1(99, 53, 99) */
		reached[0][53] = 1;
		(trpt+1)->bup.ovals = grab_ints(4);
		(trpt+1)->bup.ovals[0] = ((int)now.joined[ Index(((2*((int)((P0 *)_this)->h))+((int)((P0 *)_this)->t)), 4) ]);
		now.joined[ Index(((2*((P0 *)_this)->h)+((P0 *)_this)->t), 4) ] = 1;
#ifdef VAR_RANGES
		logval("joined[((2*Holder:h)+Holder:t)]", ((int)now.joined[ Index(((2*((int)((P0 *)_this)->h))+((int)((P0 *)_this)->t)), 4) ]));
#endif
		;
		/* merge: racc[((2*h)+t)] = tacc[t](99, 54, 99) */
		reached[0][54] = 1;
		(trpt+1)->bup.ovals[1] = ((int)now.racc[ Index(((2*((int)((P0 *)_this)->h))+((int)((P0 *)_this)->t)), 4) ]);
		now.racc[ Index(((2*((P0 *)_this)->h)+((P0 *)_this)->t), 4) ] = ((int)now.tacc[ Index(((int)((P0 *)_this)->t), 2) ]);
#ifdef VAR_RANGES
		logval("racc[((2*Holder:h)+Holder:t)]", ((int)now.racc[ Index(((2*((int)((P0 *)_this)->h))+((int)((P0 *)_this)->t)), 4) ]));
#endif
		;
		/* merge: rop[((2*h)+t)] = top[t](99, 55, 99) */
		reached[0][55] = 1;
		(trpt+1)->bup.ovals[2] = ((int)now.rop[ Index(((2*((int)((P0 *)_this)->h))+((int)((P0 *)_this)->t)), 4) ]);
		now.rop[ Index(((2*((P0 *)_this)->h)+((P0 *)_this)->t), 4) ] = ((int)now.top[ Index(((int)((P0 *)_this)->t), 2) ]);
#ifdef VAR_RANGES
		logval("rop[((2*Holder:h)+Holder:t)]", ((int)now.rop[ Index(((2*((int)((P0 *)_this)->h))+((int)((P0 *)_this)->t)), 4) ]));
#endif
		;
		/* merge: .(goto)(99, 94, 99) */
		reached[0][94] = 1;
		;
		/* merge: heard[((2*h)+t)] = 1(99, 95, 99) */
		reached[0][95] = 1;
		(trpt+1)->bup.ovals[3] = ((int)now.heard[ Index(((2*((int)((P0 *)_this)->h))+((int)((P0 *)_this)->t)), 4) ]);
		now.heard[ Index(((2*((P0 *)_this)->h)+((P0 *)_this)->t), 4) ] = 1;
#ifdef VAR_RANGES
		logval("heard[((2*Holder:h)+Holder:t)]", ((int)now.heard[ Index(((2*((int)((P0 *)_this)->h))+((int)((P0 *)_this)->t)), 4) ]));
#endif
		;
		_m = 3; goto P999; /* 5 */
	case 77: // STATE 57 - linked.pml:107 - [assert((racc[((2*h)+t)]<=tacc[t]))] (0:64:2 - 1)
		IfNotBlocked
		reached[0][57] = 1;
		spin_assert((((int)now.racc[ Index(((2*((int)((P0 *)_this)->h))+((int)((P0 *)_this)->t)), 4) ])<=((int)now.tacc[ Index(((int)((P0 *)_this)->t), 2) ])), "(racc[((2*h)+t)]<=tacc[t])", II, tt, t);
		/* merge: racc[((2*h)+t)] = tacc[t](64, 58, 64) */
		reached[0][58] = 1;
		(trpt+1)->bup.ovals = grab_ints(2);
		(trpt+1)->bup.ovals[0] = ((int)now.racc[ Index(((2*((int)((P0 *)_this)->h))+((int)((P0 *)_this)->t)), 4) ]);
		now.racc[ Index(((2*((P0 *)_this)->h)+((P0 *)_this)->t), 4) ] = ((int)now.tacc[ Index(((int)((P0 *)_this)->t), 2) ]);
#ifdef VAR_RANGES
		logval("racc[((2*Holder:h)+Holder:t)]", ((int)now.racc[ Index(((2*((int)((P0 *)_this)->h))+((int)((P0 *)_this)->t)), 4) ]));
#endif
		;
		/* merge: missing[((2*h)+t)] = 0(64, 59, 64) */
		reached[0][59] = 1;
		(trpt+1)->bup.ovals[1] = ((int)now.missing[ Index(((2*((int)((P0 *)_this)->h))+((int)((P0 *)_this)->t)), 4) ]);
		now.missing[ Index(((2*((P0 *)_this)->h)+((P0 *)_this)->t), 4) ] = 0;
#ifdef VAR_RANGES
		logval("missing[((2*Holder:h)+Holder:t)]", ((int)now.missing[ Index(((2*((int)((P0 *)_this)->h))+((int)((P0 *)_this)->t)), 4) ]));
#endif
		;
		_m = 3; goto P999; /* 2 */
	case 78: // STATE 60 - linked.pml:111 - [(anyboard[((2*h)+t)])] (91:0:3 - 1)
		IfNotBlocked
		reached[0][60] = 1;
		if (!(((int)now.anyboard[ Index(((2*((int)((P0 *)_this)->h))+((int)((P0 *)_this)->t)), 4) ])))
			continue;
		/* merge: anyboard[((2*h)+t)] = 0(91, 61, 91) */
		reached[0][61] = 1;
		(trpt+1)->bup.ovals = grab_ints(3);
		(trpt+1)->bup.ovals[0] = ((int)now.anyboard[ Index(((2*((int)((P0 *)_this)->h))+((int)((P0 *)_this)->t)), 4) ]);
		now.anyboard[ Index(((2*((P0 *)_this)->h)+((P0 *)_this)->t), 4) ] = 0;
#ifdef VAR_RANGES
		logval("anyboard[((2*Holder:h)+Holder:t)]", ((int)now.anyboard[ Index(((2*((int)((P0 *)_this)->h))+((int)((P0 *)_this)->t)), 4) ]));
#endif
		;
		/* merge: taking[h] = 1(91, 62, 91) */
		reached[0][62] = 1;
		(trpt+1)->bup.ovals[1] = ((int)now.taking[ Index(((int)((P0 *)_this)->h), 2) ]);
		now.taking[ Index(((P0 *)_this)->h, 2) ] = 1;
#ifdef VAR_RANGES
		logval("taking[Holder:h]", ((int)now.taking[ Index(((int)((P0 *)_this)->h), 2) ]));
#endif
		;
		/* merge: .(goto)(91, 65, 91) */
		reached[0][65] = 1;
		;
		/* merge: asks[((2*h)+t)] = 0(91, 66, 91) */
		reached[0][66] = 1;
		(trpt+1)->bup.ovals[2] = ((int)now.asks[ Index(((2*((int)((P0 *)_this)->h))+((int)((P0 *)_this)->t)), 4) ]);
		now.asks[ Index(((2*((P0 *)_this)->h)+((P0 *)_this)->t), 4) ] = 0;
#ifdef VAR_RANGES
		logval("asks[((2*Holder:h)+Holder:t)]", ((int)now.asks[ Index(((2*((int)((P0 *)_this)->h))+((int)((P0 *)_this)->t)), 4) ]));
#endif
		;
		_m = 3; goto P999; /* 4 */
	case 79: // STATE 66 - linked.pml:114 - [asks[((2*h)+t)] = 0] (0:91:1 - 3)
		IfNotBlocked
		reached[0][66] = 1;
		(trpt+1)->bup.oval = ((int)now.asks[ Index(((2*((int)((P0 *)_this)->h))+((int)((P0 *)_this)->t)), 4) ]);
		now.asks[ Index(((2*((P0 *)_this)->h)+((P0 *)_this)->t), 4) ] = 0;
#ifdef VAR_RANGES
		logval("asks[((2*Holder:h)+Holder:t)]", ((int)now.asks[ Index(((2*((int)((P0 *)_this)->h))+((int)((P0 *)_this)->t)), 4) ]));
#endif
		;
		_m = 3; goto P999; /* 0 */
	case 80: // STATE 67 - linked.pml:116 - [((((top[t]!=rop[((2*h)+t)])&&loaded[((2*h)+t)])&&!(hit[((2*h)+t)])))] (99:0:3 - 1)
		IfNotBlocked
		reached[0][67] = 1;
		if (!((((((int)now.top[ Index(((int)((P0 *)_this)->t), 2) ])!=((int)now.rop[ Index(((2*((int)((P0 *)_this)->h))+((int)((P0 *)_this)->t)), 4) ]))&&((int)now.loaded[ Index(((2*((int)((P0 *)_this)->h))+((int)((P0 *)_this)->t)), 4) ]))&& !(((int)now.hit[ Index(((2*((int)((P0 *)_this)->h))+((int)((P0 *)_this)->t)), 4) ])))))
			continue;
		/* merge: rop[((2*h)+t)] = top[t](99, 68, 99) */
		reached[0][68] = 1;
		(trpt+1)->bup.ovals = grab_ints(3);
		(trpt+1)->bup.ovals[0] = ((int)now.rop[ Index(((2*((int)((P0 *)_this)->h))+((int)((P0 *)_this)->t)), 4) ]);
		now.rop[ Index(((2*((P0 *)_this)->h)+((P0 *)_this)->t), 4) ] = ((int)now.top[ Index(((int)((P0 *)_this)->t), 2) ]);
#ifdef VAR_RANGES
		logval("rop[((2*Holder:h)+Holder:t)]", ((int)now.rop[ Index(((2*((int)((P0 *)_this)->h))+((int)((P0 *)_this)->t)), 4) ]));
#endif
		;
		/* merge: loaded[((2*h)+t)] = 0(99, 69, 99) */
		reached[0][69] = 1;
		(trpt+1)->bup.ovals[1] = ((int)now.loaded[ Index(((2*((int)((P0 *)_this)->h))+((int)((P0 *)_this)->t)), 4) ]);
		now.loaded[ Index(((2*((P0 *)_this)->h)+((P0 *)_this)->t), 4) ] = 0;
#ifdef VAR_RANGES
		logval("loaded[((2*Holder:h)+Holder:t)]", ((int)now.loaded[ Index(((2*((int)((P0 *)_this)->h))+((int)((P0 *)_this)->t)), 4) ]));
#endif
		;
		/* merge: .(goto)(99, 92, 99) */
		reached[0][92] = 1;
		;
		/* merge: .(goto)(99, 94, 99) */
		reached[0][94] = 1;
		;
		/* merge: heard[((2*h)+t)] = 1(99, 95, 99) */
		reached[0][95] = 1;
		(trpt+1)->bup.ovals[2] = ((int)now.heard[ Index(((2*((int)((P0 *)_this)->h))+((int)((P0 *)_this)->t)), 4) ]);
		now.heard[ Index(((2*((P0 *)_this)->h)+((P0 *)_this)->t), 4) ] = 1;
#ifdef VAR_RANGES
		logval("heard[((2*Holder:h)+Holder:t)]", ((int)now.heard[ Index(((2*((int)((P0 *)_this)->h))+((int)((P0 *)_this)->t)), 4) ]));
#endif
		;
		_m = 3; goto P999; /* 5 */
	case 81: // STATE 71 - linked.pml:120 - [((((top[t]==rop[((2*h)+t)])&&(tst[t]==1))&&(tdone[t]==top[t])))] (0:0:0 - 1)
		IfNotBlocked
		reached[0][71] = 1;
		if (!((((((int)now.top[ Index(((int)((P0 *)_this)->t), 2) ])==((int)now.rop[ Index(((2*((int)((P0 *)_this)->h))+((int)((P0 *)_this)->t)), 4) ]))&&(((int)now.tst[ Index(((int)((P0 *)_this)->t), 2) ])==1))&&(((int)now.tdone[ Index(((int)((P0 *)_this)->t), 2) ])==((int)now.top[ Index(((int)((P0 *)_this)->t), 2) ])))))
			continue;
		_m = 3; goto P999; /* 0 */
	case 82: // STATE 72 - linked.pml:122 - [(hit[((2*h)+t)])] (99:0:2 - 1)
		IfNotBlocked
		reached[0][72] = 1;
		if (!(((int)now.hit[ Index(((2*((int)((P0 *)_this)->h))+((int)((P0 *)_this)->t)), 4) ])))
			continue;
		/* merge: asks[((2*h)+t)] = 1(99, 73, 99) */
		reached[0][73] = 1;
		(trpt+1)->bup.ovals = grab_ints(2);
		(trpt+1)->bup.ovals[0] = ((int)now.asks[ Index(((2*((int)((P0 *)_this)->h))+((int)((P0 *)_this)->t)), 4) ]);
		now.asks[ Index(((2*((P0 *)_this)->h)+((P0 *)_this)->t), 4) ] = 1;
#ifdef VAR_RANGES
		logval("asks[((2*Holder:h)+Holder:t)]", ((int)now.asks[ Index(((2*((int)((P0 *)_this)->h))+((int)((P0 *)_this)->t)), 4) ]));
#endif
		;
		/* merge: .(goto)(99, 81, 99) */
		reached[0][81] = 1;
		;
		/* merge: .(goto)(99, 90, 99) */
		reached[0][90] = 1;
		;
		/* merge: .(goto)(99, 92, 99) */
		reached[0][92] = 1;
		;
		/* merge: .(goto)(99, 94, 99) */
		reached[0][94] = 1;
		;
		/* merge: heard[((2*h)+t)] = 1(99, 95, 99) */
		reached[0][95] = 1;
		(trpt+1)->bup.ovals[1] = ((int)now.heard[ Index(((2*((int)((P0 *)_this)->h))+((int)((P0 *)_this)->t)), 4) ]);
		now.heard[ Index(((2*((P0 *)_this)->h)+((P0 *)_this)->t), 4) ] = 1;
#ifdef VAR_RANGES
		logval("heard[((2*Holder:h)+Holder:t)]", ((int)now.heard[ Index(((2*((int)((P0 *)_this)->h))+((int)((P0 *)_this)->t)), 4) ]));
#endif
		;
		_m = 3; goto P999; /* 6 */
	case 83: // STATE 74 - linked.pml:123 - [((!(hit[((2*h)+t)])&&(((((hon[h]&&hrole[h])&&!(stopped[h]))&&!(taking[h]))&&((!(joined[((2*h)+0)])||heard[((2*h)+0)])||missing[((2*h)+0)]))&&((!(joined[((2*h)+1)])||heard[((2*h)+1)])||missing[((2*h)+1)]))))] (78:0:2 - 1)
		IfNotBlocked
		reached[0][74] = 1;
		if (!(( !(((int)now.hit[ Index(((2*((int)((P0 *)_this)->h))+((int)((P0 *)_this)->t)), 4) ]))&&(((((((int)now.hon[ Index(((int)((P0 *)_this)->h), 2) ])&&((int)now.hrole[ Index(((int)((P0 *)_this)->h), 2) ]))&& !(((int)now.stopped[ Index(((int)((P0 *)_this)->h), 2) ])))&& !(((int)now.taking[ Index(((int)((P0 *)_this)->h), 2) ])))&&(( !(((int)now.joined[ Index(((2*((int)((P0 *)_this)->h))+0), 4) ]))||((int)now.heard[ Index(((2*((int)((P0 *)_this)->h))+0), 4) ]))||((int)now.missing[ Index(((2*((int)((P0 *)_this)->h))+0), 4) ])))&&(( !(((int)now.joined[ Index(((2*((int)((P0 *)_this)->h))+1), 4) ]))||((int)now.heard[ Index(((2*((int)((P0 *)_this)->h))+1), 4) ]))||((int)now.missing[ Index(((2*((int)((P0 *)_this)->h))+1), 4) ]))))))
			continue;
		/* merge: hit[((2*h)+t)] = 1(78, 75, 78) */
		reached[0][75] = 1;
		(trpt+1)->bup.ovals = grab_ints(2);
		(trpt+1)->bup.ovals[0] = ((int)now.hit[ Index(((2*((int)((P0 *)_this)->h))+((int)((P0 *)_this)->t)), 4) ]);
		now.hit[ Index(((2*((P0 *)_this)->h)+((P0 *)_this)->t), 4) ] = 1;
#ifdef VAR_RANGES
		logval("hit[((2*Holder:h)+Holder:t)]", ((int)now.hit[ Index(((2*((int)((P0 *)_this)->h))+((int)((P0 *)_this)->t)), 4) ]));
#endif
		;
		/* merge: asks[((2*h)+t)] = 1(78, 76, 78) */
		reached[0][76] = 1;
		(trpt+1)->bup.ovals[1] = ((int)now.asks[ Index(((2*((int)((P0 *)_this)->h))+((int)((P0 *)_this)->t)), 4) ]);
		now.asks[ Index(((2*((P0 *)_this)->h)+((P0 *)_this)->t), 4) ] = 1;
#ifdef VAR_RANGES
		logval("asks[((2*Holder:h)+Holder:t)]", ((int)now.asks[ Index(((2*((int)((P0 *)_this)->h))+((int)((P0 *)_this)->t)), 4) ]));
#endif
		;
		_m = 3; goto P999; /* 2 */
	case 84: // STATE 77 - linked.pml:88 - [assert(!(((hgen[(1-h)]>hgen[h])&&hasled[(1-h)])))] (0:99:1 - 1)
		IfNotBlocked
		reached[0][77] = 1;
		spin_assert( !(((((int)now.hgen[ Index((1-((int)((P0 *)_this)->h)), 2) ])>((int)now.hgen[ Index(((int)((P0 *)_this)->h), 2) ]))&&((int)now.hasled[ Index((1-((int)((P0 *)_this)->h)), 2) ]))), " !(((hgen[(1-h)]>hgen[h])&&hasled[(1-h)]))", II, tt, t);
		/* merge: .(goto)(99, 81, 99) */
		reached[0][81] = 1;
		;
		/* merge: .(goto)(99, 90, 99) */
		reached[0][90] = 1;
		;
		/* merge: .(goto)(99, 92, 99) */
		reached[0][92] = 1;
		;
		/* merge: .(goto)(99, 94, 99) */
		reached[0][94] = 1;
		;
		/* merge: heard[((2*h)+t)] = 1(99, 95, 99) */
		reached[0][95] = 1;
		(trpt+1)->bup.oval = ((int)now.heard[ Index(((2*((int)((P0 *)_this)->h))+((int)((P0 *)_this)->t)), 4) ]);
		now.heard[ Index(((2*((P0 *)_this)->h)+((P0 *)_this)->t), 4) ] = 1;
#ifdef VAR_RANGES
		logval("heard[((2*Holder:h)+Holder:t)]", ((int)now.heard[ Index(((2*((int)((P0 *)_this)->h))+((int)((P0 *)_this)->t)), 4) ]));
#endif
		;
		_m = 3; goto P999; /* 5 */
	case 85: // STATE 82 - linked.pml:127 - [((top[t]==(rop[((2*h)+t)]+1)))] (99:0:4 - 1)
		IfNotBlocked
		reached[0][82] = 1;
		if (!((((int)now.top[ Index(((int)((P0 *)_this)->t), 2) ])==(((int)now.rop[ Index(((2*((int)((P0 *)_this)->h))+((int)((P0 *)_this)->t)), 4) ])+1))))
			continue;
		/* merge: assert((hit[((2*h)+t)]||(tkind[t]==3)))(99, 83, 99) */
		reached[0][83] = 1;
		spin_assert((((int)now.hit[ Index(((2*((int)((P0 *)_this)->h))+((int)((P0 *)_this)->t)), 4) ])||(((int)now.tkind[ Index(((int)((P0 *)_this)->t), 2) ])==3)), "(hit[((2*h)+t)]||(tkind[t]==3))", II, tt, t);
		/* merge: hit[((2*h)+t)] = 0(99, 84, 99) */
		reached[0][84] = 1;
		(trpt+1)->bup.ovals = grab_ints(4);
		(trpt+1)->bup.ovals[0] = ((int)now.hit[ Index(((2*((int)((P0 *)_this)->h))+((int)((P0 *)_this)->t)), 4) ]);
		now.hit[ Index(((2*((P0 *)_this)->h)+((P0 *)_this)->t), 4) ] = 0;
#ifdef VAR_RANGES
		logval("hit[((2*Holder:h)+Holder:t)]", ((int)now.hit[ Index(((2*((int)((P0 *)_this)->h))+((int)((P0 *)_this)->t)), 4) ]));
#endif
		;
		/* merge: rop[((2*h)+t)] = top[t](99, 85, 99) */
		reached[0][85] = 1;
		(trpt+1)->bup.ovals[1] = ((int)now.rop[ Index(((2*((int)((P0 *)_this)->h))+((int)((P0 *)_this)->t)), 4) ]);
		now.rop[ Index(((2*((P0 *)_this)->h)+((P0 *)_this)->t), 4) ] = ((int)now.top[ Index(((int)((P0 *)_this)->t), 2) ]);
#ifdef VAR_RANGES
		logval("rop[((2*Holder:h)+Holder:t)]", ((int)now.rop[ Index(((2*((int)((P0 *)_this)->h))+((int)((P0 *)_this)->t)), 4) ]));
#endif
		;
		/* merge: loaded[((2*h)+t)] = 0(99, 86, 99) */
		reached[0][86] = 1;
		(trpt+1)->bup.ovals[2] = ((int)now.loaded[ Index(((2*((int)((P0 *)_this)->h))+((int)((P0 *)_this)->t)), 4) ]);
		now.loaded[ Index(((2*((P0 *)_this)->h)+((P0 *)_this)->t), 4) ] = 0;
#ifdef VAR_RANGES
		logval("loaded[((2*Holder:h)+Holder:t)]", ((int)now.loaded[ Index(((2*((int)((P0 *)_this)->h))+((int)((P0 *)_this)->t)), 4) ]));
#endif
		;
		/* merge: .(goto)(99, 90, 99) */
		reached[0][90] = 1;
		;
		/* merge: .(goto)(99, 92, 99) */
		reached[0][92] = 1;
		;
		/* merge: .(goto)(99, 94, 99) */
		reached[0][94] = 1;
		;
		/* merge: heard[((2*h)+t)] = 1(99, 95, 99) */
		reached[0][95] = 1;
		(trpt+1)->bup.ovals[3] = ((int)now.heard[ Index(((2*((int)((P0 *)_this)->h))+((int)((P0 *)_this)->t)), 4) ]);
		now.heard[ Index(((2*((P0 *)_this)->h)+((P0 *)_this)->t), 4) ] = 1;
#ifdef VAR_RANGES
		logval("heard[((2*Holder:h)+Holder:t)]", ((int)now.heard[ Index(((2*((int)((P0 *)_this)->h))+((int)((P0 *)_this)->t)), 4) ]));
#endif
		;
		_m = 3; goto P999; /* 8 */
	case 86: // STATE 88 - linked.pml:130 - [assert((top[t]==rop[((2*h)+t)]))] (0:99:1 - 1)
		IfNotBlocked
		reached[0][88] = 1;
		spin_assert((((int)now.top[ Index(((int)((P0 *)_this)->t), 2) ])==((int)now.rop[ Index(((2*((int)((P0 *)_this)->h))+((int)((P0 *)_this)->t)), 4) ])), "(top[t]==rop[((2*h)+t)])", II, tt, t);
		/* merge: .(goto)(99, 90, 99) */
		reached[0][90] = 1;
		;
		/* merge: .(goto)(99, 92, 99) */
		reached[0][92] = 1;
		;
		/* merge: .(goto)(99, 94, 99) */
		reached[0][94] = 1;
		;
		/* merge: heard[((2*h)+t)] = 1(99, 95, 99) */
		reached[0][95] = 1;
		(trpt+1)->bup.oval = ((int)now.heard[ Index(((2*((int)((P0 *)_this)->h))+((int)((P0 *)_this)->t)), 4) ]);
		now.heard[ Index(((2*((P0 *)_this)->h)+((P0 *)_this)->t), 4) ] = 1;
#ifdef VAR_RANGES
		logval("heard[((2*Holder:h)+Holder:t)]", ((int)now.heard[ Index(((2*((int)((P0 *)_this)->h))+((int)((P0 *)_this)->t)), 4) ]));
#endif
		;
		_m = 3; goto P999; /* 4 */
	case 87: // STATE 95 - linked.pml:134 - [heard[((2*h)+t)] = 1] (0:99:1 - 11)
		IfNotBlocked
		reached[0][95] = 1;
		(trpt+1)->bup.oval = ((int)now.heard[ Index(((2*((int)((P0 *)_this)->h))+((int)((P0 *)_this)->t)), 4) ]);
		now.heard[ Index(((2*((P0 *)_this)->h)+((P0 *)_this)->t), 4) ] = 1;
#ifdef VAR_RANGES
		logval("heard[((2*Holder:h)+Holder:t)]", ((int)now.heard[ Index(((2*((int)((P0 *)_this)->h))+((int)((P0 *)_this)->t)), 4) ]));
#endif
		;
		_m = 3; goto P999; /* 0 */
	case 88: // STATE 96 - linked.pml:135 - [((((((hon[h]&&hrole[h])&&!(stopped[h]))&&!(taking[h]))&&((!(joined[((2*h)+0)])||heard[((2*h)+0)])||missing[((2*h)+0)]))&&((!(joined[((2*h)+1)])||heard[((2*h)+1)])||missing[((2*h)+1)])))] (124:0:2 - 1)
		IfNotBlocked
		reached[0][96] = 1;
		if (!((((((((int)now.hon[ Index(((int)((P0 *)_this)->h), 2) ])&&((int)now.hrole[ Index(((int)((P0 *)_this)->h), 2) ]))&& !(((int)now.stopped[ Index(((int)((P0 *)_this)->h), 2) ])))&& !(((int)now.taking[ Index(((int)((P0 *)_this)->h), 2) ])))&&(( !(((int)now.joined[ Index(((2*((int)((P0 *)_this)->h))+0), 4) ]))||((int)now.heard[ Index(((2*((int)((P0 *)_this)->h))+0), 4) ]))||((int)now.missing[ Index(((2*((int)((P0 *)_this)->h))+0), 4) ])))&&(( !(((int)now.joined[ Index(((2*((int)((P0 *)_this)->h))+1), 4) ]))||((int)now.heard[ Index(((2*((int)((P0 *)_this)->h))+1), 4) ]))||((int)now.missing[ Index(((2*((int)((P0 *)_this)->h))+1), 4) ])))))
			continue;
		/* merge: hasled[h] = 1(124, 97, 124) */
		reached[0][97] = 1;
		(trpt+1)->bup.ovals = grab_ints(2);
		(trpt+1)->bup.ovals[0] = ((int)now.hasled[ Index(((int)((P0 *)_this)->h), 2) ]);
		now.hasled[ Index(((P0 *)_this)->h, 2) ] = 1;
#ifdef VAR_RANGES
		logval("hasled[Holder:h]", ((int)now.hasled[ Index(((int)((P0 *)_this)->h), 2) ]));
#endif
		;
		/* merge: .(goto)(124, 100, 124) */
		reached[0][100] = 1;
		;
		/* merge: .(goto)(124, 102, 124) */
		reached[0][102] = 1;
		;
		/* merge: .(goto)(124, 105, 124) */
		reached[0][105] = 1;
		;
		/* merge: .(goto)(124, 108, 124) */
		reached[0][108] = 1;
		;
		/* merge: t = 0(124, 109, 124) */
		reached[0][109] = 1;
		(trpt+1)->bup.ovals[1] = ((int)((P0 *)_this)->t);
		((P0 *)_this)->t = 0;
#ifdef VAR_RANGES
		logval("Holder:t", ((int)((P0 *)_this)->t));
#endif
		;
		/* merge: .(goto)(0, 125, 124) */
		reached[0][125] = 1;
		;
		_m = 3; goto P999; /* 7 */
	case 89: // STATE 106 - linked.pml:159 - [(!(ton[t]))] (124:0:2 - 1)
		IfNotBlocked
		reached[0][106] = 1;
		if (!( !(((int)now.ton[ Index(((int)((P0 *)_this)->t), 2) ]))))
			continue;
		if (TstOnly) return 1; /* TT */
		/* dead 1: t */  (trpt+1)->bup.ovals = grab_ints(2);
		(trpt+1)->bup.ovals[0] = ((P0 *)_this)->t;
#ifdef HAS_CODE
		if (!readtrail)
#endif
			((P0 *)_this)->t = 0;
		/* merge: .(goto)(124, 108, 124) */
		reached[0][108] = 1;
		;
		/* merge: t = 0(124, 109, 124) */
		reached[0][109] = 1;
		(trpt+1)->bup.ovals[1] = ((int)((P0 *)_this)->t);
		((P0 *)_this)->t = 0;
#ifdef VAR_RANGES
		logval("Holder:t", ((int)((P0 *)_this)->t));
#endif
		;
		/* merge: .(goto)(0, 125, 124) */
		reached[0][125] = 1;
		;
		_m = 3; goto P999; /* 3 */
	case 90: // STATE 111 - linked.pml:162 - [((((taking[h]&&((!(joined[((2*h)+0)])||heard[((2*h)+0)])||missing[((2*h)+0)]))&&((!(joined[((2*h)+1)])||heard[((2*h)+1)])||missing[((2*h)+1)]))&&!(((((((hon[(1-h)]&&hrole[(1-h)])&&!(stopped[(1-h)]))&&!(taking[(1-h)]))&&((!(joined[((2*(1-h))+0)])||heard[((2*(1-h))+0)])||missing[((2*(1-h))+0)]))&&((!(joined[((2*(1-h))+1)])||heard[((2*(1-h))+1)])||missing[((2*(1-h))+1)]))&&(hgen[(1-h)]<hgen[h])))))] (116:0:1 - 1)
		IfNotBlocked
		reached[0][111] = 1;
		if (!((((((int)now.taking[ Index(((int)((P0 *)_this)->h), 2) ])&&(( !(((int)now.joined[ Index(((2*((int)((P0 *)_this)->h))+0), 4) ]))||((int)now.heard[ Index(((2*((int)((P0 *)_this)->h))+0), 4) ]))||((int)now.missing[ Index(((2*((int)((P0 *)_this)->h))+0), 4) ])))&&(( !(((int)now.joined[ Index(((2*((int)((P0 *)_this)->h))+1), 4) ]))||((int)now.heard[ Index(((2*((int)((P0 *)_this)->h))+1), 4) ]))||((int)now.missing[ Index(((2*((int)((P0 *)_this)->h))+1), 4) ])))&& !(((((((((int)now.hon[ Index((1-((int)((P0 *)_this)->h)), 2) ])&&((int)now.hrole[ Index((1-((int)((P0 *)_this)->h)), 2) ]))&& !(((int)now.stopped[ Index((1-((int)((P0 *)_this)->h)), 2) ])))&& !(((int)now.taking[ Index((1-((int)((P0 *)_this)->h)), 2) ])))&&(( !(((int)now.joined[ Index(((2*(1-((int)((P0 *)_this)->h)))+0), 4) ]))||((int)now.heard[ Index(((2*(1-((int)((P0 *)_this)->h)))+0), 4) ]))||((int)now.missing[ Index(((2*(1-((int)((P0 *)_this)->h)))+0), 4) ])))&&(( !(((int)now.joined[ Index(((2*(1-((int)((P0 *)_this)->h)))+1), 4) ]))||((int)now.heard[ Index(((2*(1-((int)((P0 *)_this)->h)))+1), 4) ]))||((int)now.missing[ Index(((2*(1-((int)((P0 *)_this)->h)))+1), 4) ])))&&(((int)now.hgen[ Index((1-((int)((P0 *)_this)->h)), 2) ])<((int)now.hgen[ Index(((int)((P0 *)_this)->h), 2) ])))))))
			continue;
		/* merge: taking[h] = 0(0, 112, 116) */
		reached[0][112] = 1;
		(trpt+1)->bup.oval = ((int)now.taking[ Index(((int)((P0 *)_this)->h), 2) ]);
		now.taking[ Index(((P0 *)_this)->h, 2) ] = 0;
#ifdef VAR_RANGES
		logval("taking[Holder:h]", ((int)now.taking[ Index(((int)((P0 *)_this)->h), 2) ]));
#endif
		;
		_m = 3; goto P999; /* 1 */
	case 91: // STATE 113 - linked.pml:164 - [((((((hon[h]&&hrole[h])&&!(stopped[h]))&&!(taking[h]))&&((!(joined[((2*h)+0)])||heard[((2*h)+0)])||missing[((2*h)+0)]))&&((!(joined[((2*h)+1)])||heard[((2*h)+1)])||missing[((2*h)+1)])))] (124:0:1 - 1)
		IfNotBlocked
		reached[0][113] = 1;
		if (!((((((((int)now.hon[ Index(((int)((P0 *)_this)->h), 2) ])&&((int)now.hrole[ Index(((int)((P0 *)_this)->h), 2) ]))&& !(((int)now.stopped[ Index(((int)((P0 *)_this)->h), 2) ])))&& !(((int)now.taking[ Index(((int)((P0 *)_this)->h), 2) ])))&&(( !(((int)now.joined[ Index(((2*((int)((P0 *)_this)->h))+0), 4) ]))||((int)now.heard[ Index(((2*((int)((P0 *)_this)->h))+0), 4) ]))||((int)now.missing[ Index(((2*((int)((P0 *)_this)->h))+0), 4) ])))&&(( !(((int)now.joined[ Index(((2*((int)((P0 *)_this)->h))+1), 4) ]))||((int)now.heard[ Index(((2*((int)((P0 *)_this)->h))+1), 4) ]))||((int)now.missing[ Index(((2*((int)((P0 *)_this)->h))+1), 4) ])))))
			continue;
		/* merge: hasled[h] = 1(124, 114, 124) */
		reached[0][114] = 1;
		(trpt+1)->bup.oval = ((int)now.hasled[ Index(((int)((P0 *)_this)->h), 2) ]);
		now.hasled[ Index(((P0 *)_this)->h, 2) ] = 1;
#ifdef VAR_RANGES
		logval("hasled[Holder:h]", ((int)now.hasled[ Index(((int)((P0 *)_this)->h), 2) ]));
#endif
		;
		/* merge: .(goto)(124, 117, 124) */
		reached[0][117] = 1;
		;
		/* merge: .(goto)(0, 125, 124) */
		reached[0][125] = 1;
		;
		_m = 3; goto P999; /* 3 */
	case 92: // STATE 117 - linked.pml:164 - [.(goto)] (0:124:0 - 2)
		IfNotBlocked
		reached[0][117] = 1;
		;
		/* merge: .(goto)(0, 125, 124) */
		reached[0][125] = 1;
		;
		_m = 3; goto P999; /* 1 */
	case 93: // STATE 119 - linked.pml:165 - [(((((((hon[h]&&hrole[h])&&!(stopped[h]))&&!(taking[h]))&&((!(joined[((2*h)+0)])||heard[((2*h)+0)])||missing[((2*h)+0)]))&&((!(joined[((2*h)+1)])||heard[((2*h)+1)])||missing[((2*h)+1)]))&&!(ownwin[h])))] (122:0:1 - 1)
		IfNotBlocked
		reached[0][119] = 1;
		if (!(((((((((int)now.hon[ Index(((int)((P0 *)_this)->h), 2) ])&&((int)now.hrole[ Index(((int)((P0 *)_this)->h), 2) ]))&& !(((int)now.stopped[ Index(((int)((P0 *)_this)->h), 2) ])))&& !(((int)now.taking[ Index(((int)((P0 *)_this)->h), 2) ])))&&(( !(((int)now.joined[ Index(((2*((int)((P0 *)_this)->h))+0), 4) ]))||((int)now.heard[ Index(((2*((int)((P0 *)_this)->h))+0), 4) ]))||((int)now.missing[ Index(((2*((int)((P0 *)_this)->h))+0), 4) ])))&&(( !(((int)now.joined[ Index(((2*((int)((P0 *)_this)->h))+1), 4) ]))||((int)now.heard[ Index(((2*((int)((P0 *)_this)->h))+1), 4) ]))||((int)now.missing[ Index(((2*((int)((P0 *)_this)->h))+1), 4) ])))&& !(((int)now.ownwin[ Index(((int)((P0 *)_this)->h), 2) ])))))
			continue;
		/* merge: ownwin[h] = 1(0, 120, 122) */
		reached[0][120] = 1;
		(trpt+1)->bup.oval = ((int)now.ownwin[ Index(((int)((P0 *)_this)->h), 2) ]);
		now.ownwin[ Index(((P0 *)_this)->h, 2) ] = 1;
#ifdef VAR_RANGES
		logval("ownwin[Holder:h]", ((int)now.ownwin[ Index(((int)((P0 *)_this)->h), 2) ]));
#endif
		;
		_m = 3; goto P999; /* 1 */
	case 94: // STATE 121 - linked.pml:88 - [assert(!(((hgen[(1-h)]>hgen[h])&&hasled[(1-h)])))] (0:0:0 - 1)
		IfNotBlocked
		reached[0][121] = 1;
		spin_assert( !(((((int)now.hgen[ Index((1-((int)((P0 *)_this)->h)), 2) ])>((int)now.hgen[ Index(((int)((P0 *)_this)->h), 2) ]))&&((int)now.hasled[ Index((1-((int)((P0 *)_this)->h)), 2) ]))), " !(((hgen[(1-h)]>hgen[h])&&hasled[(1-h)]))", II, tt, t);
		_m = 3; goto P999; /* 0 */
	case 95: // STATE 127 - linked.pml:167 - [-end-] (0:0:0 - 1)
		IfNotBlocked
		reached[0][127] = 1;
		if (!delproc(1, II)) continue;
		_m = 3; goto P999; /* 0 */
	case  _T5:	/* np_ */
		if (!((!(trpt->o_pm&4) && !(trpt->tau&128))))
			continue;
		/* else fall through */
	case  _T2:	/* true */
		_m = 3; goto P999;
#undef rand
	}

