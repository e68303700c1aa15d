	switch (t->back) {
	default: Uerror("bad return move");
	case  0: goto R999; /* nothing to undo */

		 /* PROC :init: */

	case 3: // STATE 8
		;
		now.tdone[1] = trpt->bup.ovals[7];
		now.tdone[0] = trpt->bup.ovals[6];
		now.twho[1] = trpt->bup.ovals[5];
		now.twho[0] = trpt->bup.ovals[4];
		now.hrole[0] = trpt->bup.ovals[3];
		now.hon[0] = trpt->bup.ovals[2];
		now.ton[1] = trpt->bup.ovals[1];
		now.ton[0] = trpt->bup.ovals[0];
		;
		ungrab_ints(trpt->bup.ovals, 8);
		goto R999;

	case 4: // STATE 9
		;
		;
		delproc(0, now._nr_pr-1);
		;
		goto R999;

	case 5: // STATE 10
		;
		;
		delproc(0, now._nr_pr-1);
		;
		goto R999;

	case 6: // STATE 11
		;
		;
		delproc(0, now._nr_pr-1);
		;
		goto R999;

	case 7: // STATE 12
		;
		;
		delproc(0, now._nr_pr-1);
		;
		goto R999;

	case 8: // STATE 13
		;
		;
		delproc(0, now._nr_pr-1);
		;
		goto R999;

	case 9: // STATE 14
		;
		;
		delproc(0, now._nr_pr-1);
		;
		goto R999;

	case 10: // STATE 16
		;
		p_restor(II);
		;
		;
		goto R999;

		 /* PROC People */

	case 11: // STATE 2
		;
		now.isloaded = trpt->bup.oval;
		;
		goto R999;

	case 12: // STATE 5
		;
		now.jhit[0] = trpt->bup.ovals[2];
		now.jop[0] = trpt->bup.ovals[1];
		now.jacc[0] = trpt->bup.ovals[0];
		;
		ungrab_ints(trpt->bup.ovals, 3);
		goto R999;

	case 13: // STATE 9
		;
		now.jhit[1] = trpt->bup.ovals[2];
		now.jop[1] = trpt->bup.ovals[1];
		now.jacc[1] = trpt->bup.ovals[0];
		;
		ungrab_ints(trpt->bup.ovals, 3);
		goto R999;

	case 14: // STATE 20
		;
		now.hon[1] = trpt->bup.ovals[3];
		now.hrole[1] = trpt->bup.ovals[2];
		now.hgen[1] = trpt->bup.ovals[1];
		now.jacc[0] = trpt->bup.ovals[0];
		;
		ungrab_ints(trpt->bup.ovals, 4);
		goto R999;

	case 15: // STATE 20
		;
		now.hon[1] = trpt->bup.ovals[3];
		now.hrole[1] = trpt->bup.ovals[2];
		now.hgen[1] = trpt->bup.ovals[1];
		now.jacc[1] = trpt->bup.ovals[0];
		;
		ungrab_ints(trpt->bup.ovals, 4);
		goto R999;

	case 16: // STATE 20
		;
		now.hon[1] = trpt->bup.ovals[2];
		now.hrole[1] = trpt->bup.ovals[1];
		now.hgen[1] = trpt->bup.ovals[0];
		;
		ungrab_ints(trpt->bup.ovals, 3);
		goto R999;

	case 17: // STATE 20
		;
		now.hon[1] = trpt->bup.ovals[2];
		now.hrole[1] = trpt->bup.ovals[1];
		now.hgen[1] = trpt->bup.ovals[0];
		;
		ungrab_ints(trpt->bup.ovals, 3);
		goto R999;

	case 18: // STATE 26
		;
		now.anyboard[ Index(((2*1)+0), 4) ] = trpt->bup.ovals[5];
		now.loaded[ Index(((2*1)+0), 4) ] = trpt->bup.ovals[4];
		now.hit[ Index(((2*1)+0), 4) ] = trpt->bup.ovals[3];
		now.rop[ Index(((2*1)+0), 4) ] = trpt->bup.ovals[2];
		now.racc[ Index(((2*1)+0), 4) ] = trpt->bup.ovals[1];
		now.joined[ Index(((2*1)+0), 4) ] = trpt->bup.ovals[0];
		;
		ungrab_ints(trpt->bup.ovals, 6);
		goto R999;

	case 19: // STATE 33
		;
		now.anyboard[ Index(((2*1)+1), 4) ] = trpt->bup.ovals[5];
		now.loaded[ Index(((2*1)+1), 4) ] = trpt->bup.ovals[4];
		now.hit[ Index(((2*1)+1), 4) ] = trpt->bup.ovals[3];
		now.rop[ Index(((2*1)+1), 4) ] = trpt->bup.ovals[2];
		now.racc[ Index(((2*1)+1), 4) ] = trpt->bup.ovals[1];
		now.joined[ Index(((2*1)+1), 4) ] = trpt->bup.ovals[0];
		;
		ungrab_ints(trpt->bup.ovals, 6);
		goto R999;

	case 20: // STATE 40
		;
		now.cur[ Index(((2*1)+1), 4) ] = trpt->bup.ovals[5];
		now.cur[ Index(((2*1)+0), 4) ] = trpt->bup.ovals[4];
		now.asks[ Index(((2*1)+1), 4) ] = trpt->bup.ovals[3];
		now.asks[ Index(((2*1)+0), 4) ] = trpt->bup.ovals[2];
		now.heard[ Index(((2*1)+1), 4) ] = trpt->bup.ovals[1];
		now.heard[ Index(((2*1)+0), 4) ] = trpt->bup.ovals[0];
		;
		ungrab_ints(trpt->bup.ovals, 6);
		goto R999;

	case 21: // STATE 44
		;
		now.missing[ Index(((2*0)+0), 4) ] = trpt->bup.oval;
		;
		goto R999;

	case 22: // STATE 47
		;
		now.missing[ Index(((2*0)+1), 4) ] = trpt->bup.oval;
		;
		goto R999;

	case 23: // STATE 50
		;
		now.missing[ Index(((2*1)+0), 4) ] = trpt->bup.oval;
		;
		goto R999;

	case 24: // STATE 53
		;
		now.missing[ Index(((2*1)+1), 4) ] = trpt->bup.oval;
		;
		goto R999;

	case 25: // STATE 58
		;
		p_restor(II);
		;
		;
		goto R999;

		 /* PROC World */

	case 26: // STATE 4
		;
		((P2 *)_this)->t = trpt->bup.ovals[2];
		((P2 *)_this)->h = trpt->bup.ovals[1];
		now.repeats = trpt->bup.ovals[0];
		;
		ungrab_ints(trpt->bup.ovals, 3);
		goto R999;

	case 27: // STATE 7
		;
		now.twho[ Index(((P2 *)_this)->t, 2) ] = trpt->bup.ovals[1];
		now.tgen[ Index(((P2 *)_this)->t, 2) ] = trpt->bup.ovals[0];
		;
		ungrab_ints(trpt->bup.ovals, 2);
		goto R999;

	case 28: // STATE 9
		;
		now.cur[ Index(((2*1)+((P2 *)_this)->t), 4) ] = trpt->bup.ovals[1];
		now.cur[ Index(((2*0)+((P2 *)_this)->t), 4) ] = trpt->bup.ovals[0];
		;
		ungrab_ints(trpt->bup.ovals, 2);
		goto R999;

	case 29: // STATE 17
		;
		now.tdone[ Index(((P2 *)_this)->t, 2) ] = trpt->bup.ovals[2];
		now.tjoin[ Index(((P2 *)_this)->t, 2) ] = trpt->bup.ovals[1];
		now.keptcur = trpt->bup.ovals[0];
		;
		ungrab_ints(trpt->bup.ovals, 3);
		goto R999;

	case 30: // STATE 17
		;
		now.tdone[ Index(((P2 *)_this)->t, 2) ] = trpt->bup.ovals[1];
		now.tjoin[ Index(((P2 *)_this)->t, 2) ] = trpt->bup.ovals[0];
		;
		ungrab_ints(trpt->bup.ovals, 2);
		goto R999;

	case 31: // STATE 19
		;
		now.tst[ Index(((P2 *)_this)->t, 2) ] = trpt->bup.oval;
		;
		goto R999;

	case 32: // STATE 40
		;
		((P2 *)_this)->t = trpt->bup.ovals[9];
		((P2 *)_this)->h = trpt->bup.ovals[8];
		now.kept_op = trpt->bup.ovals[7];
		now.kepthit = trpt->bup.ovals[6];
		now.keptjoin = trpt->bup.ovals[5];
		now.kept_gen = trpt->bup.ovals[4];
		now.keptcur = trpt->bup.ovals[3];
		now.kept_t = trpt->bup.ovals[2];
		now.kept_h = trpt->bup.ovals[1];
		now.kept = trpt->bup.ovals[0];
		;
		ungrab_ints(trpt->bup.ovals, 10);
		goto R999;

	case 33: // STATE 40
		;
		((P2 *)_this)->t = trpt->bup.ovals[1];
		((P2 *)_this)->h = trpt->bup.ovals[0];
		;
		ungrab_ints(trpt->bup.ovals, 2);
		goto R999;

	case 34: // STATE 43
		;
		now.failures = trpt->bup.oval;
		;
		goto R999;

	case 35: // STATE 46
		;
		now.ton[0] = trpt->bup.ovals[1];
		((P2 *)_this)->t = trpt->bup.ovals[0];
		;
		ungrab_ints(trpt->bup.ovals, 2);
		goto R999;

	case 36: // STATE 49
		;
		now.ton[1] = trpt->bup.ovals[1];
		((P2 *)_this)->t = trpt->bup.ovals[0];
		;
		ungrab_ints(trpt->bup.ovals, 2);
		goto R999;

	case 37: // STATE 52
		;
		now.hon[0] = trpt->bup.ovals[1];
		((P2 *)_this)->t = trpt->bup.ovals[0];
		;
		ungrab_ints(trpt->bup.ovals, 2);
		goto R999;

	case 38: // STATE 55
		;
		now.hon[1] = trpt->bup.ovals[1];
		((P2 *)_this)->t = trpt->bup.ovals[0];
		;
		ungrab_ints(trpt->bup.ovals, 2);
		goto R999;

	case 39: // STATE 60
		;
		now.tdone[ Index(((P2 *)_this)->t, 2) ] = trpt->bup.ovals[1];
		now.tjoin[ Index(((P2 *)_this)->t, 2) ] = trpt->bup.ovals[0];
		;
		ungrab_ints(trpt->bup.ovals, 2);
		goto R999;

	case 40: // STATE 62
		;
		now.cur[ Index(((2*1)+((P2 *)_this)->t), 4) ] = trpt->bup.ovals[1];
		now.cur[ Index(((2*0)+((P2 *)_this)->t), 4) ] = trpt->bup.ovals[0];
		;
		ungrab_ints(trpt->bup.ovals, 2);
		goto R999;

	case 41: // STATE 81
		;
		((P2 *)_this)->t = trpt->bup.ovals[3];
		((P2 *)_this)->h = trpt->bup.ovals[2];
		now.keptcur = trpt->bup.ovals[1];
	/* 0 */	((P2 *)_this)->t = trpt->bup.ovals[0];
		;
		;
		ungrab_ints(trpt->bup.ovals, 4);
		goto R999;

	case 42: // STATE 70
		;
		((P2 *)_this)->h = trpt->bup.oval;
		;
		goto R999;

	case 43: // STATE 81
		;
		((P2 *)_this)->t = trpt->bup.ovals[7];
		((P2 *)_this)->h = trpt->bup.ovals[6];
		now.cur[ Index(((2*((P2 *)_this)->h)+1), 4) ] = trpt->bup.ovals[5];
		now.cur[ Index(((2*((P2 *)_this)->h)+0), 4) ] = trpt->bup.ovals[4];
		now.asks[ Index(((2*((P2 *)_this)->h)+1), 4) ] = trpt->bup.ovals[3];
		now.asks[ Index(((2*((P2 *)_this)->h)+0), 4) ] = trpt->bup.ovals[2];
		now.heard[ Index(((2*((P2 *)_this)->h)+1), 4) ] = trpt->bup.ovals[1];
		now.heard[ Index(((2*((P2 *)_this)->h)+0), 4) ] = trpt->bup.ovals[0];
		;
		ungrab_ints(trpt->bup.ovals, 8);
		goto R999;

	case 44: // STATE 81
		;
		((P2 *)_this)->t = trpt->bup.ovals[1];
		((P2 *)_this)->h = trpt->bup.ovals[0];
		;
		ungrab_ints(trpt->bup.ovals, 2);
		goto R999;

	case 45: // STATE 84
		;
		now.ton[0] = trpt->bup.oval;
		;
		goto R999;

	case 46: // STATE 87
		;
		now.ton[1] = trpt->bup.oval;
		;
		goto R999;

	case 47: // STATE 90
		;
		now.hon[0] = trpt->bup.oval;
		;
		goto R999;

	case 48: // STATE 93
		;
		now.hon[1] = trpt->bup.oval;
		;
		goto R999;

	case 49: // STATE 98
		;
		p_restor(II);
		;
		;
		goto R999;

		 /* PROC Table */

	case 50: // STATE 2
		;
		now.tacc[ Index(((P1 *)_this)->t, 2) ] = trpt->bup.oval;
		;
		goto R999;

	case 51: // STATE 6
		;
		now.tst[ Index(((P1 *)_this)->t, 2) ] = trpt->bup.ovals[1];
		now.wins[ Index(((P1 *)_this)->t, 2) ] = trpt->bup.ovals[0];
		;
		ungrab_ints(trpt->bup.ovals, 2);
		goto R999;

	case 52: // STATE 10
		;
		now.top[ Index(((P1 *)_this)->t, 2) ] = trpt->bup.ovals[1];
		now.tst[ Index(((P1 *)_this)->t, 2) ] = trpt->bup.ovals[0];
		;
		ungrab_ints(trpt->bup.ovals, 2);
		goto R999;

	case 53: // STATE 11
		;
		now.tkind[ Index(((P1 *)_this)->t, 2) ] = trpt->bup.oval;
		;
		goto R999;
;
		
	case 54: // STATE 14
		goto R999;

	case 55: // STATE 12
		;
		now.tkind[ Index(((P1 *)_this)->t, 2) ] = trpt->bup.oval;
		;
		goto R999;

	case 56: // STATE 20
		;
		now.tkind[ Index(((P1 *)_this)->t, 2) ] = trpt->bup.ovals[3];
		now.top[ Index(((P1 *)_this)->t, 2) ] = trpt->bup.ovals[2];
		now.tst[ Index(((P1 *)_this)->t, 2) ] = trpt->bup.ovals[1];
		now.losses = trpt->bup.ovals[0];
		;
		ungrab_ints(trpt->bup.ovals, 4);
		goto R999;

	case 57: // STATE 25
		;
		p_restor(II);
		;
		;
		goto R999;

		 /* PROC Holder */
;
		;
		
	case 59: // STATE 2
		;
		((P0 *)_this)->t = trpt->bup.oval;
		;
		goto R999;

	case 60: // STATE 3
		;
		((P0 *)_this)->t = trpt->bup.oval;
		;
		goto R999;

	case 61: // STATE 7
		;
		now.losses = trpt->bup.oval;
		;
		goto R999;

	case 62: // STATE 109
		;
		((P0 *)_this)->t = trpt->bup.ovals[8];
		now.kept_op = trpt->bup.ovals[7];
		now.kepthit = trpt->bup.ovals[6];
		now.keptjoin = trpt->bup.ovals[5];
		now.kept_gen = trpt->bup.ovals[4];
		now.keptcur = trpt->bup.ovals[3];
		now.kept_t = trpt->bup.ovals[2];
		now.kept_h = trpt->bup.ovals[1];
		now.kept = trpt->bup.ovals[0];
		;
		ungrab_ints(trpt->bup.ovals, 9);
		goto R999;

	case 63: // STATE 109
		;
		((P0 *)_this)->t = trpt->bup.oval;
		;
		goto R999;

	case 64: // STATE 109
		;
		((P0 *)_this)->t = trpt->bup.oval;
		;
		goto R999;
;
		;
		
	case 66: // STATE 23
		;
		now.twho[ Index(((P0 *)_this)->t, 2) ] = trpt->bup.ovals[1];
		now.tgen[ Index(((P0 *)_this)->t, 2) ] = trpt->bup.ovals[0];
		;
		ungrab_ints(trpt->bup.ovals, 2);
		goto R999;

	case 67: // STATE 25
		;
		now.cur[ Index(((2*1)+((P0 *)_this)->t), 4) ] = trpt->bup.ovals[1];
		now.cur[ Index(((2*0)+((P0 *)_this)->t), 4) ] = trpt->bup.ovals[0];
		;
		ungrab_ints(trpt->bup.ovals, 2);
		goto R999;

	case 68: // STATE 33
		;
		now.tdone[ Index(((P0 *)_this)->t, 2) ] = trpt->bup.ovals[2];
		now.tjoin[ Index(((P0 *)_this)->t, 2) ] = trpt->bup.ovals[1];
		now.keptcur = trpt->bup.ovals[0];
		;
		ungrab_ints(trpt->bup.ovals, 3);
		goto R999;

	case 69: // STATE 33
		;
		now.tdone[ Index(((P0 *)_this)->t, 2) ] = trpt->bup.ovals[1];
		now.tjoin[ Index(((P0 *)_this)->t, 2) ] = trpt->bup.ovals[0];
		;
		ungrab_ints(trpt->bup.ovals, 2);
		goto R999;

	case 70: // STATE 35
		;
		now.tst[ Index(((P0 *)_this)->t, 2) ] = trpt->bup.oval;
		;
		goto R999;

	case 71: // STATE 109
		;
		((P0 *)_this)->t = trpt->bup.ovals[1];
		now.losses = trpt->bup.ovals[0];
		;
		ungrab_ints(trpt->bup.ovals, 2);
		goto R999;

	case 72: // STATE 45
		;
		now.cur[ Index(((2*((P0 *)_this)->h)+((P0 *)_this)->t), 4) ] = trpt->bup.oval;
		;
		goto R999;

	case 73: // STATE 109
		;
		((P0 *)_this)->t = trpt->bup.ovals[4];
		now.heard[ Index(((2*((P0 *)_this)->h)+1), 4) ] = trpt->bup.ovals[3];
		now.heard[ Index(((2*((P0 *)_this)->h)+0), 4) ] = trpt->bup.ovals[2];
		now.stopped[ Index(((P0 *)_this)->h, 2) ] = trpt->bup.ovals[1];
	/* 0 */	((P0 *)_this)->t = trpt->bup.ovals[0];
		;
		;
		ungrab_ints(trpt->bup.ovals, 5);
		goto R999;

	case 74: // STATE 109
		;
		((P0 *)_this)->t = trpt->bup.ovals[1];
	/* 0 */	((P0 *)_this)->t = trpt->bup.ovals[0];
		;
		;
		ungrab_ints(trpt->bup.ovals, 2);
		goto R999;
;
		;
		
	case 76: // STATE 95
		;
		now.heard[ Index(((2*((P0 *)_this)->h)+((P0 *)_this)->t), 4) ] = trpt->bup.ovals[3];
		now.rop[ Index(((2*((P0 *)_this)->h)+((P0 *)_this)->t), 4) ] = trpt->bup.ovals[2];
		now.racc[ Index(((2*((P0 *)_this)->h)+((P0 *)_this)->t), 4) ] = trpt->bup.ovals[1];
		now.joined[ Index(((2*((P0 *)_this)->h)+((P0 *)_this)->t), 4) ] = trpt->bup.ovals[0];
		;
		ungrab_ints(trpt->bup.ovals, 4);
		goto R999;

	case 77: // STATE 59
		;
		now.missing[ Index(((2*((P0 *)_this)->h)+((P0 *)_this)->t), 4) ] = trpt->bup.ovals[1];
		now.racc[ Index(((2*((P0 *)_this)->h)+((P0 *)_this)->t), 4) ] = trpt->bup.ovals[0];
		;
		ungrab_ints(trpt->bup.ovals, 2);
		goto R999;

	case 78: // STATE 66
		;
		now.asks[ Index(((2*((P0 *)_this)->h)+((P0 *)_this)->t), 4) ] = trpt->bup.ovals[2];
		now.taking[ Index(((P0 *)_this)->h, 2) ] = trpt->bup.ovals[1];
		now.anyboard[ Index(((2*((P0 *)_this)->h)+((P0 *)_this)->t), 4) ] = trpt->bup.ovals[0];
		;
		ungrab_ints(trpt->bup.ovals, 3);
		goto R999;

	case 79: // STATE 66
		;
		now.asks[ Index(((2*((P0 *)_this)->h)+((P0 *)_this)->t), 4) ] = trpt->bup.oval;
		;
		goto R999;

	case 80: // STATE 95
		;
		now.heard[ Index(((2*((P0 *)_this)->h)+((P0 *)_this)->t), 4) ] = trpt->bup.ovals[2];
		now.loaded[ Index(((2*((P0 *)_this)->h)+((P0 *)_this)->t), 4) ] = trpt->bup.ovals[1];
		now.rop[ Index(((2*((P0 *)_this)->h)+((P0 *)_this)->t), 4) ] = trpt->bup.ovals[0];
		;
		ungrab_ints(trpt->bup.ovals, 3);
		goto R999;
;
		;
		
	case 82: // STATE 95
		;
		now.heard[ Index(((2*((P0 *)_this)->h)+((P0 *)_this)->t), 4) ] = trpt->bup.ovals[1];
		now.asks[ Index(((2*((P0 *)_this)->h)+((P0 *)_this)->t), 4) ] = trpt->bup.ovals[0];
		;
		ungrab_ints(trpt->bup.ovals, 2);
		goto R999;

	case 83: // STATE 76
		;
		now.asks[ Index(((2*((P0 *)_this)->h)+((P0 *)_this)->t), 4) ] = trpt->bup.ovals[1];
		now.hit[ Index(((2*((P0 *)_this)->h)+((P0 *)_this)->t), 4) ] = trpt->bup.ovals[0];
		;
		ungrab_ints(trpt->bup.ovals, 2);
		goto R999;

	case 84: // STATE 95
		;
		now.heard[ Index(((2*((P0 *)_this)->h)+((P0 *)_this)->t), 4) ] = trpt->bup.oval;
		;
		goto R999;

	case 85: // STATE 95
		;
		now.heard[ Index(((2*((P0 *)_this)->h)+((P0 *)_this)->t), 4) ] = trpt->bup.ovals[3];
		now.loaded[ Index(((2*((P0 *)_this)->h)+((P0 *)_this)->t), 4) ] = trpt->bup.ovals[2];
		now.rop[ Index(((2*((P0 *)_this)->h)+((P0 *)_this)->t), 4) ] = trpt->bup.ovals[1];
		now.hit[ Index(((2*((P0 *)_this)->h)+((P0 *)_this)->t), 4) ] = trpt->bup.ovals[0];
		;
		ungrab_ints(trpt->bup.ovals, 4);
		goto R999;

	case 86: // STATE 95
		;
		now.heard[ Index(((2*((P0 *)_this)->h)+((P0 *)_this)->t), 4) ] = trpt->bup.oval;
		;
		goto R999;

	case 87: // STATE 95
		;
		now.heard[ Index(((2*((P0 *)_this)->h)+((P0 *)_this)->t), 4) ] = trpt->bup.oval;
		;
		goto R999;

	case 88: // STATE 109
		;
		((P0 *)_this)->t = trpt->bup.ovals[1];
		now.hasled[ Index(((P0 *)_this)->h, 2) ] = trpt->bup.ovals[0];
		;
		ungrab_ints(trpt->bup.ovals, 2);
		goto R999;

	case 89: // STATE 109
		;
		((P0 *)_this)->t = trpt->bup.ovals[1];
	/* 0 */	((P0 *)_this)->t = trpt->bup.ovals[0];
		;
		;
		ungrab_ints(trpt->bup.ovals, 2);
		goto R999;

	case 90: // STATE 112
		;
		now.taking[ Index(((P0 *)_this)->h, 2) ] = trpt->bup.oval;
		;
		goto R999;

	case 91: // STATE 114
		;
		now.hasled[ Index(((P0 *)_this)->h, 2) ] = trpt->bup.oval;
		;
		goto R999;
;
		
	case 92: // STATE 117
		goto R999;

	case 93: // STATE 120
		;
		now.ownwin[ Index(((P0 *)_this)->h, 2) ] = trpt->bup.oval;
		;
		goto R999;
;
		;
		
	case 95: // STATE 127
		;
		p_restor(II);
		;
		;
		goto R999;
	}

