#ifdef PEG
struct T_SRC {
	char *fl; int ln;
} T_SRC[NTRANS];

void
tr_2_src(int m, char *file, int ln)
{	T_SRC[m].fl = file;
	T_SRC[m].ln = ln;
}

void
putpeg(int n, int m)
{	printf("%5d	trans %4d ", m, n);
	printf("%s:%d\n",
		T_SRC[n].fl, T_SRC[n].ln);
}
#endif

void
settable(void)
{	Trans *T;
	Trans *settr(int, int, int, int, int, char *, int, int, int);

	trans = (Trans ***) emalloc(6*sizeof(Trans **));

	/* proctype 4: :init: */

	trans[4] = (Trans **) emalloc(17*sizeof(Trans *));

	T = trans[ 4][15] = settr(322,2,0,0,0,"ATOMIC", 1, 2, 0);
	T->nxt	= settr(322,2,1,0,0,"ATOMIC", 1, 2, 0);
	trans[4][1]	= settr(308,2,9,3,3,"ton[0] = 1", 1, 2, 0); /* m: 2 -> 0,9 */
	reached4[2] = 1;
	trans[4][2]	= settr(0,0,0,0,0,"ton[1] = 1",0,0,0);
	trans[4][3]	= settr(0,0,0,0,0,"hon[0] = 1",0,0,0);
	trans[4][4]	= settr(0,0,0,0,0,"hrole[0] = 1",0,0,0);
	trans[4][5]	= settr(0,0,0,0,0,"twho[0] = 255",0,0,0);
	trans[4][6]	= settr(0,0,0,0,0,"twho[1] = 255",0,0,0);
	trans[4][7]	= settr(0,0,0,0,0,"tdone[0] = 255",0,0,0);
	trans[4][8]	= settr(0,0,0,0,0,"tdone[1] = 255",0,0,0);
	trans[4][9]	= settr(316,2,10,4,4,"(run Holder(0))", 1, 2, 0);
	trans[4][10]	= settr(317,2,11,5,5,"(run Holder(1))", 1, 2, 0);
	trans[4][11]	= settr(318,2,12,6,6,"(run Table(0))", 1, 2, 0);
	trans[4][12]	= settr(319,2,13,7,7,"(run Table(1))", 1, 2, 0);
	trans[4][13]	= settr(320,2,14,8,8,"(run World())", 1, 2, 0);
	trans[4][14]	= settr(321,0,16,9,9,"(run People())", 1, 2, 0);
	trans[4][16]	= settr(323,0,0,10,10,"-end-", 0, 3500, 0);

	/* proctype 3: People */

	trans[3] = (Trans **) emalloc(59*sizeof(Trans *));

	trans[3][56]	= settr(305,0,55,1,0,".(goto)", 0, 2, 0);
	T = trans[3][55] = settr(304,0,0,0,0,"DO", 0, 2, 0);
	T = T->nxt	= settr(304,0,42,0,0,"DO", 0, 2, 0);
	T = T->nxt	= settr(304,0,45,0,0,"DO", 0, 2, 0);
	T = T->nxt	= settr(304,0,48,0,0,"DO", 0, 2, 0);
	T = T->nxt	= settr(304,0,51,0,0,"DO", 0, 2, 0);
	    T->nxt	= settr(304,0,54,0,0,"DO", 0, 2, 0);
	T = trans[ 3][42] = settr(291,2,0,0,0,"ATOMIC", 1, 2, 0);
	T->nxt	= settr(291,2,1,0,0,"ATOMIC", 1, 2, 0);
	trans[3][1]	= settr(250,2,6,11,11,"(((!(isloaded)&&!(hon[0]))&&(joined[((2*0)+0)]||joined[((2*0)+1)])))", 1, 2, 0); /* m: 2 -> 6,0 */
	reached3[2] = 1;
	trans[3][2]	= settr(0,0,0,0,0,"isloaded = 1",0,0,0);
	T = trans[ 3][6] = settr(255,0,0,0,0,"sub-sequence", 1, 2, 0);
	T->nxt	= settr(255,0,3,0,0,"sub-sequence", 1, 2, 0);
	trans[3][3]	= settr(252,2,10,12,12,"jacc[0] = racc[((2*0)+0)]", 1, 2, 0); /* m: 4 -> 0,10 */
	reached3[4] = 1;
	trans[3][4]	= settr(0,0,0,0,0,"jop[0] = rop[((2*0)+0)]",0,0,0);
	trans[3][5]	= settr(0,0,0,0,0,"jhit[0] = hit[((2*0)+0)]",0,0,0);
	T = trans[ 3][10] = settr(259,0,0,0,0,"sub-sequence", 1, 2, 0);
	T->nxt	= settr(259,0,7,0,0,"sub-sequence", 1, 2, 0);
	trans[3][7]	= settr(256,2,16,13,13,"jacc[1] = racc[((2*0)+1)]", 1, 2, 0); /* m: 8 -> 0,16 */
	reached3[8] = 1;
	trans[3][8]	= settr(0,0,0,0,0,"jop[1] = rop[((2*0)+1)]",0,0,0);
	trans[3][9]	= settr(0,0,0,0,0,"jhit[1] = hit[((2*0)+1)]",0,0,0);
	T = trans[3][16] = settr(265,2,0,0,0,"IF", 1, 2, 0);
	T = T->nxt	= settr(265,2,11,0,0,"IF", 1, 2, 0);
	T = T->nxt	= settr(265,2,13,0,0,"IF", 1, 2, 0);
	    T->nxt	= settr(265,2,15,0,0,"IF", 1, 2, 0);
	trans[3][11]	= settr(260,2,27,14,14,"((jacc[0]>0))", 1, 2, 0); /* m: 12 -> 27,0 */
	reached3[12] = 1;
	trans[3][12]	= settr(0,0,0,0,0,"jacc[0] = (jacc[0]-1)",0,0,0);
	trans[3][17]	= settr(266,2,18,1,0,".(goto)", 1, 2, 0); /* m: 18 -> 0,27 */
	reached3[18] = 1;
	trans[3][13]	= settr(262,2,27,15,15,"((jacc[1]>0))", 1, 2, 0); /* m: 14 -> 27,0 */
	reached3[14] = 1;
	trans[3][14]	= settr(0,0,0,0,0,"jacc[1] = (jacc[1]-1)",0,0,0);
	trans[3][15]	= settr(264,2,27,16,16,"(1)", 1, 2, 0); /* m: 18 -> 27,0 */
	reached3[18] = 1;
	trans[3][18]	= settr(267,2,27,17,17,"hgen[1] = (hgen[0]+1)", 1, 2, 0); /* m: 19 -> 0,27 */
	reached3[19] = 1;
	trans[3][19]	= settr(0,0,0,0,0,"hrole[1] = 1",0,0,0);
	trans[3][20]	= settr(0,0,0,0,0,"hon[1] = 1",0,0,0);
	T = trans[ 3][27] = settr(276,0,0,0,0,"sub-sequence", 1, 2, 0);
	T->nxt	= settr(276,0,21,0,0,"sub-sequence", 1, 2, 0);
	trans[3][21]	= settr(270,2,34,18,18,"joined[((2*1)+0)] = joined[((2*0)+0)]", 1, 2, 0); /* m: 22 -> 0,34 */
	reached3[22] = 1;
	trans[3][22]	= settr(0,0,0,0,0,"racc[((2*1)+0)] = jacc[0]",0,0,0);
	trans[3][23]	= settr(0,0,0,0,0,"rop[((2*1)+0)] = jop[0]",0,0,0);
	trans[3][24]	= settr(0,0,0,0,0,"hit[((2*1)+0)] = jhit[0]",0,0,0);
	trans[3][25]	= settr(0,0,0,0,0,"loaded[((2*1)+0)] = 1",0,0,0);
	trans[3][26]	= settr(0,0,0,0,0,"anyboard[((2*1)+0)] = 1",0,0,0);
	T = trans[ 3][34] = settr(283,0,0,0,0,"sub-sequence", 1, 2, 0);
	T->nxt	= settr(283,0,28,0,0,"sub-sequence", 1, 2, 0);
	trans[3][28]	= settr(277,2,41,19,19,"joined[((2*1)+1)] = joined[((2*0)+1)]", 1, 2, 0); /* m: 29 -> 0,41 */
	reached3[29] = 1;
	trans[3][29]	= settr(0,0,0,0,0,"racc[((2*1)+1)] = jacc[1]",0,0,0);
	trans[3][30]	= settr(0,0,0,0,0,"rop[((2*1)+1)] = jop[1]",0,0,0);
	trans[3][31]	= settr(0,0,0,0,0,"hit[((2*1)+1)] = jhit[1]",0,0,0);
	trans[3][32]	= settr(0,0,0,0,0,"loaded[((2*1)+1)] = 1",0,0,0);
	trans[3][33]	= settr(0,0,0,0,0,"anyboard[((2*1)+1)] = 1",0,0,0);
	T = trans[ 3][41] = settr(290,0,0,0,0,"sub-sequence", 1, 2, 0);
	T->nxt	= settr(290,0,35,0,0,"sub-sequence", 1, 2, 0);
	trans[3][35]	= settr(284,0,55,20,20,"heard[((2*1)+0)] = 0", 1, 2, 0); /* m: 36 -> 0,55 */
	reached3[36] = 1;
	trans[3][36]	= settr(0,0,0,0,0,"heard[((2*1)+1)] = 0",0,0,0);
	trans[3][37]	= settr(0,0,0,0,0,"asks[((2*1)+0)] = 0",0,0,0);
	trans[3][38]	= settr(0,0,0,0,0,"asks[((2*1)+1)] = 0",0,0,0);
	trans[3][39]	= settr(0,0,0,0,0,"cur[((2*1)+0)] = 0",0,0,0);
	trans[3][40]	= settr(0,0,0,0,0,"cur[((2*1)+1)] = 0",0,0,0);
	T = trans[ 3][45] = settr(294,2,0,0,0,"ATOMIC", 1, 2, 0);
	T->nxt	= settr(294,2,43,0,0,"ATOMIC", 1, 2, 0);
	trans[3][43]	= settr(292,0,55,21,21,"(((((hon[0]&&hrole[0])&&!(stopped[0]))&&((hgen[0]>=hgen[(1-0)])||!(hrole[(1-0)])))&&!(ton[0])))", 1, 2, 0); /* m: 44 -> 55,0 */
	reached3[44] = 1;
	trans[3][44]	= settr(0,0,0,0,0,"missing[((2*0)+0)] = 1",0,0,0);
	T = trans[ 3][48] = settr(297,2,0,0,0,"ATOMIC", 1, 2, 0);
	T->nxt	= settr(297,2,46,0,0,"ATOMIC", 1, 2, 0);
	trans[3][46]	= settr(295,0,55,22,22,"(((((hon[0]&&hrole[0])&&!(stopped[0]))&&((hgen[0]>=hgen[(1-0)])||!(hrole[(1-0)])))&&!(ton[1])))", 1, 2, 0); /* m: 47 -> 55,0 */
	reached3[47] = 1;
	trans[3][47]	= settr(0,0,0,0,0,"missing[((2*0)+1)] = 1",0,0,0);
	T = trans[ 3][51] = settr(300,2,0,0,0,"ATOMIC", 1, 2, 0);
	T->nxt	= settr(300,2,49,0,0,"ATOMIC", 1, 2, 0);
	trans[3][49]	= settr(298,0,55,23,23,"((((hon[1]&&hrole[1])&&!(stopped[1]))&&!(ton[0])))", 1, 2, 0); /* m: 50 -> 55,0 */
	reached3[50] = 1;
	trans[3][50]	= settr(0,0,0,0,0,"missing[((2*1)+0)] = 1",0,0,0);
	T = trans[ 3][54] = settr(303,2,0,0,0,"ATOMIC", 1, 2, 0);
	T->nxt	= settr(303,2,52,0,0,"ATOMIC", 1, 2, 0);
	trans[3][52]	= settr(301,0,55,24,24,"((((hon[1]&&hrole[1])&&!(stopped[1]))&&!(ton[1])))", 1, 2, 0); /* m: 53 -> 55,0 */
	reached3[53] = 1;
	trans[3][53]	= settr(0,0,0,0,0,"missing[((2*1)+1)] = 1",0,0,0);
	trans[3][57]	= settr(306,0,58,1,0,"break", 0, 2, 0);
	trans[3][58]	= settr(307,0,0,25,25,"-end-", 0, 3500, 0);

	/* proctype 2: World */

	trans[2] = (Trans **) emalloc(99*sizeof(Trans *));

	trans[2][96]	= settr(247,0,95,1,0,".(goto)", 0, 2, 0);
	T = trans[2][95] = settr(246,0,0,0,0,"DO", 0, 2, 0);
	T = T->nxt	= settr(246,0,41,0,0,"DO", 0, 2, 0);
	T = T->nxt	= settr(246,0,82,0,0,"DO", 0, 2, 0);
	T = T->nxt	= settr(246,0,85,0,0,"DO", 0, 2, 0);
	T = T->nxt	= settr(246,0,88,0,0,"DO", 0, 2, 0);
	T = T->nxt	= settr(246,0,91,0,0,"DO", 0, 2, 0);
	    T->nxt	= settr(246,0,94,0,0,"DO", 0, 2, 0);
	T = trans[ 2][41] = settr(192,2,0,0,0,"ATOMIC", 1, 2, 0);
	T->nxt	= settr(192,2,1,0,0,"ATOMIC", 1, 2, 0);
	trans[2][1]	= settr(152,2,26,26,26,"(((kept&&ton[kept_t])&&(repeats>0)))", 1, 2, 0); /* m: 2 -> 26,0 */
	reached2[2] = 1;
	trans[2][2]	= settr(0,0,0,0,0,"repeats = (repeats-1)",0,0,0);
	trans[2][3]	= settr(0,0,0,0,0,"h = kept_h",0,0,0);
	trans[2][4]	= settr(0,0,0,0,0,"t = kept_t",0,0,0);
	T = trans[ 2][26] = settr(177,0,0,0,0,"sub-sequence", 1, 2, 0);
	T->nxt	= settr(177,0,24,0,0,"sub-sequence", 1, 2, 0);
	T = trans[2][24] = settr(175,2,0,0,0,"IF", 1, 2, 0);
	T = T->nxt	= settr(175,2,5,0,0,"IF", 1, 2, 0);
	    T->nxt	= settr(175,2,23,0,0,"IF", 1, 2, 0);
	trans[2][5]	= settr(156,2,15,27,27,"((keptcur&&((kept_gen>tgen[t])||((kept_gen==tgen[t])&&((twho[t]==255)||(twho[t]==h))))))", 1, 2, 0); /* m: 6 -> 15,0 */
	reached2[6] = 1;
	trans[2][6]	= settr(0,0,0,0,0,"tgen[t] = kept_gen",0,0,0);
	trans[2][7]	= settr(0,0,0,0,0,"twho[t] = h",0,0,0);
	T = trans[ 2][15] = settr(166,0,0,0,0,"sub-sequence", 1, 2, 0);
	T->nxt	= settr(166,0,8,0,0,"sub-sequence", 1, 2, 0);
	trans[2][8]	= settr(159,2,13,28,28,"cur[((2*0)+t)] = 0", 1, 2, 0); /* m: 9 -> 0,13 */
	reached2[9] = 1;
	trans[2][9]	= settr(0,0,0,0,0,"cur[((2*1)+t)] = 0",0,0,0);
	T = trans[2][13] = settr(164,2,0,0,0,"IF", 1, 2, 0);
	T = T->nxt	= settr(164,2,10,0,0,"IF", 1, 2, 0);
	    T->nxt	= settr(164,2,12,0,0,"IF", 1, 2, 0);
	trans[2][10]	= settr(161,2,21,29,29,"((kept&&(kept_t==t)))", 1, 2, 0); /* m: 11 -> 21,0 */
	reached2[11] = 1;
	trans[2][11]	= settr(0,0,0,0,0,"keptcur = 0",0,0,0);
	trans[2][14]	= settr(165,2,16,1,0,".(goto)", 1, 2, 0); /* m: 16 -> 0,21 */
	reached2[16] = 1;
	trans[2][12]	= settr(163,2,16,2,0,"else", 1, 2, 0);
	trans[2][16]	= settr(167,2,21,30,30,"tjoin[t] = keptjoin", 1, 2, 0); /* m: 17 -> 0,21 */
	reached2[17] = 1;
	trans[2][17]	= settr(0,0,0,0,0,"tdone[t] = kept_op",0,0,0);
	T = trans[2][21] = settr(172,2,0,0,0,"IF", 1, 2, 0);
	T = T->nxt	= settr(172,2,18,0,0,"IF", 1, 2, 0);
	    T->nxt	= settr(172,2,20,0,0,"IF", 1, 2, 0);
	trans[2][18]	= settr(169,2,37,31,31,"(((kepthit&&(tst[t]==1))&&(kept_op==top[t])))", 1, 2, 0); /* m: 19 -> 37,0 */
	reached2[19] = 1;
	trans[2][19]	= settr(0,0,0,0,0,"tst[t] = 2",0,0,0);
	trans[2][22]	= settr(173,2,37,1,0,".(goto)", 1, 2, 0);
	trans[2][20]	= settr(171,2,37,2,0,"else", 1, 2, 0);
	trans[2][25]	= settr(176,2,37,1,0,".(goto)", 1, 2, 0);
	trans[2][23]	= settr(174,2,37,2,0,"else", 1, 2, 0);
	T = trans[2][37] = settr(188,2,0,0,0,"IF", 1, 2, 0);
	T = T->nxt	= settr(188,2,27,0,0,"IF", 1, 2, 0);
	    T->nxt	= settr(188,2,36,0,0,"IF", 1, 2, 0);
	trans[2][27]	= settr(178,0,95,32,32,"((repeats==0))", 1, 2, 0); /* m: 28 -> 95,0 */
	reached2[28] = 1;
	trans[2][28]	= settr(0,0,0,0,0,"kept = 0",0,0,0);
	trans[2][29]	= settr(0,0,0,0,0,"kept_h = 0",0,0,0);
	trans[2][30]	= settr(0,0,0,0,0,"kept_t = 0",0,0,0);
	trans[2][31]	= settr(0,0,0,0,0,"keptcur = 0",0,0,0);
	trans[2][32]	= settr(0,0,0,0,0,"kept_gen = 0",0,0,0);
	trans[2][33]	= settr(0,0,0,0,0,"keptjoin = 0",0,0,0);
	trans[2][34]	= settr(0,0,0,0,0,"kepthit = 0",0,0,0);
	trans[2][35]	= settr(0,0,0,0,0,"kept_op = 0",0,0,0);
	trans[2][38]	= settr(189,2,39,1,0,".(goto)", 1, 2, 0); /* m: 39 -> 0,95 */
	reached2[39] = 1;
	trans[2][36]	= settr(187,2,39,2,0,"else", 1, 2, 0);
	trans[2][39]	= settr(190,0,95,33,33,"h = 0", 1, 2, 0); /* m: 40 -> 0,95 */
	reached2[40] = 1;
	trans[2][40]	= settr(0,0,0,0,0,"t = 0",0,0,0);
	T = trans[ 2][82] = settr(233,2,0,0,0,"ATOMIC", 1, 2, 0);
	T->nxt	= settr(233,2,42,0,0,"ATOMIC", 1, 2, 0);
	trans[2][42]	= settr(193,2,56,34,34,"((failures>0))", 1, 2, 0); /* m: 43 -> 56,0 */
	reached2[43] = 1;
	trans[2][43]	= settr(0,0,0,0,0,"failures = (failures-1)",0,0,0);
	T = trans[2][56] = settr(207,2,0,0,0,"IF", 1, 2, 0);
	T = T->nxt	= settr(207,2,44,0,0,"IF", 1, 2, 0);
	T = T->nxt	= settr(207,2,47,0,0,"IF", 1, 2, 0);
	T = T->nxt	= settr(207,2,50,0,0,"IF", 1, 2, 0);
	    T->nxt	= settr(207,2,53,0,0,"IF", 1, 2, 0);
	trans[2][44]	= settr(195,2,78,35,35,"(ton[0])", 1, 2, 0); /* m: 45 -> 78,0 */
	reached2[45] = 1;
	trans[2][45]	= settr(0,0,0,0,0,"t = 0",0,0,0);
	trans[2][46]	= settr(0,0,0,0,0,"ton[0] = 0",0,0,0);
	trans[2][57]	= settr(208,2,78,1,0,".(goto)", 1, 2, 0);
	trans[2][47]	= settr(198,2,78,36,36,"(ton[1])", 1, 2, 0); /* m: 48 -> 78,0 */
	reached2[48] = 1;
	trans[2][48]	= settr(0,0,0,0,0,"t = 1",0,0,0);
	trans[2][49]	= settr(0,0,0,0,0,"ton[1] = 0",0,0,0);
	trans[2][50]	= settr(201,2,78,37,37,"(hon[0])", 1, 2, 0); /* m: 51 -> 78,0 */
	reached2[51] = 1;
	trans[2][51]	= settr(0,0,0,0,0,"t = 2",0,0,0);
	trans[2][52]	= settr(0,0,0,0,0,"hon[0] = 0",0,0,0);
	trans[2][53]	= settr(204,2,78,38,38,"((hon[1]&&hrole[1]))", 1, 2, 0); /* m: 54 -> 78,0 */
	reached2[54] = 1;
	trans[2][54]	= settr(0,0,0,0,0,"t = 3",0,0,0);
	trans[2][55]	= settr(0,0,0,0,0,"hon[1] = 0",0,0,0);
	T = trans[2][78] = settr(229,2,0,0,0,"IF", 1, 2, 0);
	T = T->nxt	= settr(229,2,58,0,0,"IF", 1, 2, 0);
	    T->nxt	= settr(229,2,69,0,0,"IF", 1, 2, 0);
	trans[2][58]	= settr(209,2,68,39,39,"((t<2))", 1, 2, 0); /* m: 59 -> 68,0 */
	reached2[59] = 1;
	trans[2][59]	= settr(0,0,0,0,0,"tjoin[t] = 0",0,0,0);
	trans[2][60]	= settr(0,0,0,0,0,"tdone[t] = 255",0,0,0);
	T = trans[ 2][68] = settr(219,0,0,0,0,"sub-sequence", 1, 2, 0);
	T->nxt	= settr(219,0,61,0,0,"sub-sequence", 1, 2, 0);
	trans[2][61]	= settr(212,2,66,40,40,"cur[((2*0)+t)] = 0", 1, 2, 0); /* m: 62 -> 0,66 */
	reached2[62] = 1;
	trans[2][62]	= settr(0,0,0,0,0,"cur[((2*1)+t)] = 0",0,0,0);
	T = trans[2][66] = settr(217,2,0,0,0,"IF", 1, 2, 0);
	T = T->nxt	= settr(217,2,63,0,0,"IF", 1, 2, 0);
	    T->nxt	= settr(217,2,65,0,0,"IF", 1, 2, 0);
	trans[2][63]	= settr(214,0,95,41,41,"((kept&&(kept_t==t)))", 1, 2, 0); /* m: 64 -> 95,0 */
	reached2[64] = 1;
	trans[2][64]	= settr(0,0,0,0,0,"keptcur = 0",0,0,0);
	trans[2][67]	= settr(218,2,80,1,0,".(goto)", 1, 2, 0); /* m: 80 -> 0,95 */
	reached2[80] = 1;
	trans[2][65]	= settr(216,2,80,2,0,"else", 1, 2, 0);
	trans[2][79]	= settr(230,2,80,1,0,".(goto)", 1, 2, 0); /* m: 80 -> 0,95 */
	reached2[80] = 1;
	trans[2][69]	= settr(220,2,77,42,42,"((t>=2))", 1, 2, 0); /* m: 70 -> 77,0 */
	reached2[70] = 1;
	trans[2][70]	= settr(0,0,0,0,0,"h = (t-2)",0,0,0);
	T = trans[ 2][77] = settr(228,0,0,0,0,"sub-sequence", 1, 2, 0);
	T->nxt	= settr(228,0,71,0,0,"sub-sequence", 1, 2, 0);
	trans[2][71]	= settr(222,0,95,43,43,"heard[((2*h)+0)] = 0", 1, 2, 0); /* m: 72 -> 0,95 */
	reached2[72] = 1;
	trans[2][72]	= settr(0,0,0,0,0,"heard[((2*h)+1)] = 0",0,0,0);
	trans[2][73]	= settr(0,0,0,0,0,"asks[((2*h)+0)] = 0",0,0,0);
	trans[2][74]	= settr(0,0,0,0,0,"asks[((2*h)+1)] = 0",0,0,0);
	trans[2][75]	= settr(0,0,0,0,0,"cur[((2*h)+0)] = 0",0,0,0);
	trans[2][76]	= settr(0,0,0,0,0,"cur[((2*h)+1)] = 0",0,0,0);
	trans[2][80]	= settr(231,0,95,44,44,"h = 0", 1, 2, 0); /* m: 81 -> 0,95 */
	reached2[81] = 1;
	trans[2][81]	= settr(0,0,0,0,0,"t = 0",0,0,0);
	T = trans[ 2][85] = settr(236,2,0,0,0,"ATOMIC", 1, 2, 0);
	T->nxt	= settr(236,2,83,0,0,"ATOMIC", 1, 2, 0);
	trans[2][83]	= settr(234,0,95,45,45,"(!(ton[0]))", 1, 2, 0); /* m: 84 -> 95,0 */
	reached2[84] = 1;
	trans[2][84]	= settr(0,0,0,0,0,"ton[0] = 1",0,0,0);
	T = trans[ 2][88] = settr(239,2,0,0,0,"ATOMIC", 1, 2, 0);
	T->nxt	= settr(239,2,86,0,0,"ATOMIC", 1, 2, 0);
	trans[2][86]	= settr(237,0,95,46,46,"(!(ton[1]))", 1, 2, 0); /* m: 87 -> 95,0 */
	reached2[87] = 1;
	trans[2][87]	= settr(0,0,0,0,0,"ton[1] = 1",0,0,0);
	T = trans[ 2][91] = settr(242,2,0,0,0,"ATOMIC", 1, 2, 0);
	T->nxt	= settr(242,2,89,0,0,"ATOMIC", 1, 2, 0);
	trans[2][89]	= settr(240,0,95,47,47,"(!(hon[0]))", 1, 2, 0); /* m: 90 -> 95,0 */
	reached2[90] = 1;
	trans[2][90]	= settr(0,0,0,0,0,"hon[0] = 1",0,0,0);
	T = trans[ 2][94] = settr(245,2,0,0,0,"ATOMIC", 1, 2, 0);
	T->nxt	= settr(245,2,92,0,0,"ATOMIC", 1, 2, 0);
	trans[2][92]	= settr(243,0,95,48,48,"(!(hon[1]))", 1, 2, 0); /* m: 93 -> 95,0 */
	reached2[93] = 1;
	trans[2][93]	= settr(0,0,0,0,0,"hon[1] = 1",0,0,0);
	trans[2][97]	= settr(248,0,98,1,0,"break", 0, 2, 0);
	trans[2][98]	= settr(249,0,0,49,49,"-end-", 0, 3500, 0);

	/* proctype 1: Table */

	trans[1] = (Trans **) emalloc(26*sizeof(Trans *));

	trans[1][23]	= settr(149,0,22,1,0,".(goto)", 0, 2, 0);
	T = trans[1][22] = settr(148,0,0,0,0,"DO", 0, 2, 0);
	T = T->nxt	= settr(148,0,3,0,0,"DO", 0, 2, 0);
	T = T->nxt	= settr(148,0,7,0,0,"DO", 0, 2, 0);
	T = T->nxt	= settr(148,0,15,0,0,"DO", 0, 2, 0);
	    T->nxt	= settr(148,0,21,0,0,"DO", 0, 2, 0);
	T = trans[ 1][3] = settr(129,2,0,0,0,"ATOMIC", 1, 2, 0);
	T->nxt	= settr(129,2,1,0,0,"ATOMIC", 1, 2, 0);
	trans[1][1]	= settr(127,0,22,50,50,"((((ton[t]&&tjoin[t])&&(tst[t]==0))&&(tacc[t]<1)))", 1, 2, 0); /* m: 2 -> 22,0 */
	reached1[2] = 1;
	trans[1][2]	= settr(0,0,0,0,0,"tacc[t] = (tacc[t]+1)",0,0,0);
	T = trans[ 1][7] = settr(133,2,0,0,0,"ATOMIC", 1, 2, 0);
	T->nxt	= settr(133,2,4,0,0,"ATOMIC", 1, 2, 0);
	trans[1][4]	= settr(130,0,22,51,51,"(((((ton[t]&&(tst[t]==0))&&(tacc[t]>0))&&(wins[t]==0))&&(top[t]==tdone[t])))", 1, 2, 0); /* m: 5 -> 22,0 */
	reached1[5] = 1;
	trans[1][5]	= settr(0,0,0,0,0,"wins[t] = (wins[t]+1)",0,0,0);
	trans[1][6]	= settr(0,0,0,0,0,"tst[t] = 1",0,0,0);
	T = trans[ 1][15] = settr(141,2,0,0,0,"ATOMIC", 1, 2, 0);
	T->nxt	= settr(141,2,8,0,0,"ATOMIC", 1, 2, 0);
	trans[1][8]	= settr(134,2,13,52,52,"((ton[t]&&(tst[t]==2)))", 1, 2, 0); /* m: 9 -> 13,0 */
	reached1[9] = 1;
	trans[1][9]	= settr(0,0,0,0,0,"tst[t] = 0",0,0,0);
	trans[1][10]	= settr(0,0,0,0,0,"top[t] = (top[t]+1)",0,0,0);
	T = trans[1][13] = settr(139,2,0,0,0,"IF", 1, 2, 0);
	T = T->nxt	= settr(139,2,11,0,0,"IF", 1, 2, 0);
	    T->nxt	= settr(139,2,12,0,0,"IF", 1, 2, 0);
	trans[1][11]	= settr(137,0,22,53,53,"tkind[t] = 2", 1, 2, 0); /* m: 14 -> 0,22 */
	reached1[14] = 1;
	trans[1][14]	= settr(140,0,22,54,54,".(goto)", 1, 2, 0);
	trans[1][12]	= settr(138,0,22,55,55,"tkind[t] = 3", 1, 2, 0); /* m: 14 -> 0,22 */
	reached1[14] = 1;
	T = trans[ 1][21] = settr(147,2,0,0,0,"ATOMIC", 1, 2, 0);
	T->nxt	= settr(147,2,16,0,0,"ATOMIC", 1, 2, 0);
	trans[1][16]	= settr(142,0,22,56,56,"(((ton[t]&&(tst[t]==1))&&(losses>0)))", 1, 2, 0); /* m: 17 -> 22,0 */
	reached1[17] = 1;
	trans[1][17]	= settr(0,0,0,0,0,"losses = (losses-1)",0,0,0);
	trans[1][18]	= settr(0,0,0,0,0,"tst[t] = 0",0,0,0);
	trans[1][19]	= settr(0,0,0,0,0,"top[t] = (top[t]+1)",0,0,0);
	trans[1][20]	= settr(0,0,0,0,0,"tkind[t] = 3",0,0,0);
	trans[1][24]	= settr(150,0,25,1,0,"break", 0, 2, 0);
	trans[1][25]	= settr(151,0,0,57,57,"-end-", 0, 3500, 0);

	/* proctype 0: Holder */

	trans[0] = (Trans **) emalloc(128*sizeof(Trans *));

	trans[0][125]	= settr(124,0,124,1,0,".(goto)", 0, 2, 0);
	T = trans[0][124] = settr(123,0,0,0,0,"DO", 0, 2, 0);
	T = T->nxt	= settr(123,0,110,0,0,"DO", 0, 2, 0);
	T = T->nxt	= settr(123,0,118,0,0,"DO", 0, 2, 0);
	    T->nxt	= settr(123,0,123,0,0,"DO", 0, 2, 0);
	T = trans[ 0][110] = settr(109,2,0,0,0,"ATOMIC", 1, 2, 0);
	T->nxt	= settr(109,2,1,0,0,"ATOMIC", 1, 2, 0);
	trans[0][1]	= settr(0,2,4,58,0,"(((hon[h]&&hrole[h])&&!(stopped[h])))", 1, 2, 0);
	T = trans[0][4] = settr(3,2,0,0,0,"IF", 1, 2, 0);
	T = T->nxt	= settr(3,2,2,0,0,"IF", 1, 2, 0);
	    T->nxt	= settr(3,2,3,0,0,"IF", 1, 2, 0);
	trans[0][2]	= settr(1,2,107,59,59,"t = 0", 1, 2, 0);
	trans[0][5]	= settr(4,2,107,1,0,".(goto)", 1, 2, 0);
	trans[0][3]	= settr(2,2,107,60,60,"t = 1", 1, 2, 0);
	T = trans[0][107] = settr(106,2,0,0,0,"IF", 1, 2, 0);
	T = T->nxt	= settr(106,2,6,0,0,"IF", 1, 2, 0);
	T = T->nxt	= settr(106,2,20,0,0,"IF", 1, 2, 0);
	    T->nxt	= settr(106,2,106,0,0,"IF", 1, 2, 0);
	trans[0][6]	= settr(5,2,18,61,61,"((ton[t]&&(losses>0)))", 1, 2, 0); /* m: 7 -> 18,0 */
	reached0[7] = 1;
	trans[0][7]	= settr(0,0,0,0,0,"losses = (losses-1)",0,0,0);
	T = trans[0][18] = settr(17,2,0,0,0,"IF", 1, 2, 0);
	T = T->nxt	= settr(17,2,8,0,0,"IF", 1, 2, 0);
	    T->nxt	= settr(17,2,17,0,0,"IF", 1, 2, 0);
	trans[0][8]	= settr(7,0,124,62,62,"(((repeats>0)&&!(kept)))", 1, 2, 0); /* m: 9 -> 124,0 */
	reached0[9] = 1;
	trans[0][9]	= settr(0,0,0,0,0,"kept = 1",0,0,0);
	trans[0][10]	= settr(0,0,0,0,0,"kept_h = h",0,0,0);
	trans[0][11]	= settr(0,0,0,0,0,"kept_t = t",0,0,0);
	trans[0][12]	= settr(0,0,0,0,0,"keptcur = cur[((2*h)+t)]",0,0,0);
	trans[0][13]	= settr(0,0,0,0,0,"kept_gen = hgen[h]",0,0,0);
	trans[0][14]	= settr(0,0,0,0,0,"keptjoin = ((((((hon[h]&&hrole[h])&&!(stopped[h]))&&!(taking[h]))&&((!(joined[((2*h)+0)])||heard[((2*h)+0)])||missing[((2*h)+0)]))&&((!(joined[((2*h)+1)])||heard[((2*h)+1)])||missing[((2*h)+1)]))&&joined[((2*h)+t)])",0,0,0);
	trans[0][15]	= settr(0,0,0,0,0,"kepthit = (hit[((2*h)+t)]&&asks[((2*h)+t)])",0,0,0);
	trans[0][16]	= settr(0,0,0,0,0,"kept_op = rop[((2*h)+t)]",0,0,0);
	trans[0][19]	= settr(18,2,108,1,0,".(goto)", 1, 2, 0); /* m: 108 -> 0,124 */
	reached0[108] = 1;
	trans[0][17]	= settr(16,0,124,63,63,"(1)", 1, 2, 0); /* m: 108 -> 124,0 */
	reached0[108] = 1;
	trans[0][108]	= settr(107,0,124,64,64,".(goto)", 1, 2, 0); /* m: 109 -> 0,124 */
	reached0[109] = 1;
	trans[0][20]	= settr(19,2,42,65,0,"(ton[t])", 1, 2, 0);
	T = trans[ 0][42] = settr(41,0,0,0,0,"sub-sequence", 1, 2, 0);
	T->nxt	= settr(41,0,40,0,0,"sub-sequence", 1, 2, 0);
	T = trans[0][40] = settr(39,2,0,0,0,"IF", 1, 2, 0);
	T = T->nxt	= settr(39,2,21,0,0,"IF", 1, 2, 0);
	    T->nxt	= settr(39,2,39,0,0,"IF", 1, 2, 0);
	trans[0][21]	= settr(20,2,31,66,66,"((cur[((2*h)+t)]&&((hgen[h]>tgen[t])||((hgen[h]==tgen[t])&&((twho[t]==255)||(twho[t]==h))))))", 1, 2, 0); /* m: 22 -> 31,0 */
	reached0[22] = 1;
	trans[0][22]	= settr(0,0,0,0,0,"tgen[t] = hgen[h]",0,0,0);
	trans[0][23]	= settr(0,0,0,0,0,"twho[t] = h",0,0,0);
	T = trans[ 0][31] = settr(30,0,0,0,0,"sub-sequence", 1, 2, 0);
	T->nxt	= settr(30,0,24,0,0,"sub-sequence", 1, 2, 0);
	trans[0][24]	= settr(23,2,29,67,67,"cur[((2*0)+t)] = 0", 1, 2, 0); /* m: 25 -> 0,29 */
	reached0[25] = 1;
	trans[0][25]	= settr(0,0,0,0,0,"cur[((2*1)+t)] = 0",0,0,0);
	T = trans[0][29] = settr(28,2,0,0,0,"IF", 1, 2, 0);
	T = T->nxt	= settr(28,2,26,0,0,"IF", 1, 2, 0);
	    T->nxt	= settr(28,2,28,0,0,"IF", 1, 2, 0);
	trans[0][26]	= settr(25,2,37,68,68,"((kept&&(kept_t==t)))", 1, 2, 0); /* m: 27 -> 37,0 */
	reached0[27] = 1;
	trans[0][27]	= settr(0,0,0,0,0,"keptcur = 0",0,0,0);
	trans[0][30]	= settr(29,2,32,1,0,".(goto)", 1, 2, 0); /* m: 32 -> 0,37 */
	reached0[32] = 1;
	trans[0][28]	= settr(27,2,32,2,0,"else", 1, 2, 0);
	trans[0][32]	= settr(31,2,37,69,69,"tjoin[t] = ((((((hon[h]&&hrole[h])&&!(stopped[h]))&&!(taking[h]))&&((!(joined[((2*h)+0)])||heard[((2*h)+0)])||missing[((2*h)+0)]))&&((!(joined[((2*h)+1)])||heard[((2*h)+1)])||missing[((2*h)+1)]))&&joined[((2*h)+t)])", 1, 2, 0); /* m: 33 -> 0,37 */
	reached0[33] = 1;
	trans[0][33]	= settr(0,0,0,0,0,"tdone[t] = rop[((2*h)+t)]",0,0,0);
	T = trans[0][37] = settr(36,2,0,0,0,"IF", 1, 2, 0);
	T = T->nxt	= settr(36,2,34,0,0,"IF", 1, 2, 0);
	    T->nxt	= settr(36,2,36,0,0,"IF", 1, 2, 0);
	trans[0][34]	= settr(33,2,104,70,70,"((((hit[((2*h)+t)]&&asks[((2*h)+t)])&&(tst[t]==1))&&(rop[((2*h)+t)]==top[t])))", 1, 2, 0); /* m: 35 -> 104,0 */
	reached0[35] = 1;
	trans[0][35]	= settr(0,0,0,0,0,"tst[t] = 2",0,0,0);
	trans[0][38]	= settr(37,2,104,1,0,".(goto)", 1, 2, 0);
	trans[0][36]	= settr(35,2,104,2,0,"else", 1, 2, 0);
	trans[0][41]	= settr(40,2,104,1,0,".(goto)", 1, 2, 0);
	trans[0][39]	= settr(38,2,104,2,0,"else", 1, 2, 0);
	T = trans[0][104] = settr(103,2,0,0,0,"IF", 1, 2, 0);
	T = T->nxt	= settr(103,2,43,0,0,"IF", 1, 2, 0);
	    T->nxt	= settr(103,2,103,0,0,"IF", 1, 2, 0);
	trans[0][43]	= settr(42,0,124,71,71,"((losses>0))", 1, 2, 0); /* m: 44 -> 124,0 */
	reached0[44] = 1;
	trans[0][44]	= settr(0,0,0,0,0,"losses = (losses-1)",0,0,0);
	trans[0][105]	= settr(104,2,108,1,0,".(goto)", 1, 2, 0); /* m: 108 -> 0,124 */
	reached0[108] = 1;
	T = trans[ 0][103] = settr(102,0,0,0,0,"sub-sequence", 1, 2, 0);
	T->nxt	= settr(102,0,45,0,0,"sub-sequence", 1, 2, 0);
	trans[0][45]	= settr(44,2,101,72,72,"cur[((2*h)+t)] = 1", 1, 2, 0);
	T = trans[0][101] = settr(100,2,0,0,0,"IF", 1, 2, 0);
	T = T->nxt	= settr(100,2,46,0,0,"IF", 1, 2, 0);
	T = T->nxt	= settr(100,2,50,0,0,"IF", 1, 2, 0);
	    T->nxt	= settr(100,2,51,0,0,"IF", 1, 2, 0);
	trans[0][46]	= settr(45,0,124,73,73,"(((tgen[t]>hgen[h])||(((tgen[t]==hgen[h])&&(twho[t]!=h))&&(twho[t]!=255))))", 1, 2, 0); /* m: 47 -> 124,0 */
	reached0[47] = 1;
	trans[0][47]	= settr(0,0,0,0,0,"stopped[h] = 1",0,0,0);
	trans[0][48]	= settr(0,0,0,0,0,"heard[((2*h)+0)] = 0",0,0,0);
	trans[0][49]	= settr(0,0,0,0,0,"heard[((2*h)+1)] = 0",0,0,0);
	trans[0][102]	= settr(101,2,108,1,0,".(goto)", 1, 2, 0); /* m: 108 -> 0,124 */
	reached0[108] = 1;
	trans[0][50]	= settr(49,0,124,74,74,"(((tgen[t]<hgen[h])||(twho[t]==255)))", 1, 2, 0); /* m: 108 -> 124,0 */
	reached0[108] = 1;
	trans[0][51]	= settr(50,2,93,75,0,"(((tgen[t]==hgen[h])&&(twho[t]==h)))", 1, 2, 0);
	T = trans[0][93] = settr(92,2,0,0,0,"IF", 1, 2, 0);
	T = T->nxt	= settr(92,2,52,0,0,"IF", 1, 2, 0);
	    T->nxt	= settr(92,2,56,0,0,"IF", 1, 2, 0);
	trans[0][52]	= settr(51,2,99,76,76,"(!(joined[((2*h)+t)]))", 1, 2, 0); /* m: 53 -> 99,0 */
	reached0[53] = 1;
	trans[0][53]	= settr(0,0,0,0,0,"joined[((2*h)+t)] = 1",0,0,0);
	trans[0][54]	= settr(0,0,0,0,0,"racc[((2*h)+t)] = tacc[t]",0,0,0);
	trans[0][55]	= settr(0,0,0,0,0,"rop[((2*h)+t)] = top[t]",0,0,0);
	trans[0][94]	= settr(93,2,95,1,0,".(goto)", 1, 2, 0); /* m: 95 -> 0,99 */
	reached0[95] = 1;
	trans[0][56]	= settr(55,2,57,2,0,"else", 1, 2, 0);
	trans[0][57]	= settr(56,2,64,77,77,"assert((racc[((2*h)+t)]<=tacc[t]))", 1, 2, 0); /* m: 58 -> 0,64 */
	reached0[58] = 1;
	trans[0][58]	= settr(0,0,0,0,0,"racc[((2*h)+t)] = tacc[t]",0,0,0);
	trans[0][59]	= settr(0,0,0,0,0,"missing[((2*h)+t)] = 0",0,0,0);
	T = trans[0][64] = settr(63,2,0,0,0,"IF", 1, 2, 0);
	T = T->nxt	= settr(63,2,60,0,0,"IF", 1, 2, 0);
	    T->nxt	= settr(63,2,63,0,0,"IF", 1, 2, 0);
	trans[0][60]	= settr(59,2,91,78,78,"(anyboard[((2*h)+t)])", 1, 2, 0); /* m: 61 -> 91,0 */
	reached0[61] = 1;
	trans[0][61]	= settr(0,0,0,0,0,"anyboard[((2*h)+t)] = 0",0,0,0);
	trans[0][62]	= settr(0,0,0,0,0,"taking[h] = 1",0,0,0);
	trans[0][65]	= settr(64,2,66,1,0,".(goto)", 1, 2, 0); /* m: 66 -> 0,91 */
	reached0[66] = 1;
	trans[0][63]	= settr(62,2,66,2,0,"else", 1, 2, 0);
	trans[0][66]	= settr(65,2,91,79,79,"asks[((2*h)+t)] = 0", 1, 2, 0);
	T = trans[0][91] = settr(90,2,0,0,0,"IF", 1, 2, 0);
	T = T->nxt	= settr(90,2,67,0,0,"IF", 1, 2, 0);
	    T->nxt	= settr(90,2,70,0,0,"IF", 1, 2, 0);
	trans[0][67]	= settr(66,2,99,80,80,"((((top[t]!=rop[((2*h)+t)])&&loaded[((2*h)+t)])&&!(hit[((2*h)+t)])))", 1, 2, 0); /* m: 68 -> 99,0 */
	reached0[68] = 1;
	trans[0][68]	= settr(0,0,0,0,0,"rop[((2*h)+t)] = top[t]",0,0,0);
	trans[0][69]	= settr(0,0,0,0,0,"loaded[((2*h)+t)] = 0",0,0,0);
	trans[0][92]	= settr(91,2,95,1,0,".(goto)", 1, 2, 0); /* m: 95 -> 0,99 */
	reached0[95] = 1;
	trans[0][70]	= settr(69,2,89,2,0,"else", 1, 2, 0);
	T = trans[0][89] = settr(88,2,0,0,0,"IF", 1, 2, 0);
	T = T->nxt	= settr(88,2,71,0,0,"IF", 1, 2, 0);
	T = T->nxt	= settr(88,2,82,0,0,"IF", 1, 2, 0);
	    T->nxt	= settr(88,2,87,0,0,"IF", 1, 2, 0);
	trans[0][71]	= settr(70,2,80,81,0,"((((top[t]==rop[((2*h)+t)])&&(tst[t]==1))&&(tdone[t]==top[t])))", 1, 2, 0);
	T = trans[0][80] = settr(79,2,0,0,0,"IF", 1, 2, 0);
	T = T->nxt	= settr(79,2,72,0,0,"IF", 1, 2, 0);
	T = T->nxt	= settr(79,2,74,0,0,"IF", 1, 2, 0);
	    T->nxt	= settr(79,2,79,0,0,"IF", 1, 2, 0);
	trans[0][72]	= settr(71,2,99,82,82,"(hit[((2*h)+t)])", 1, 2, 0); /* m: 73 -> 99,0 */
	reached0[73] = 1;
	trans[0][73]	= settr(0,0,0,0,0,"asks[((2*h)+t)] = 1",0,0,0);
	trans[0][81]	= settr(80,2,95,1,0,".(goto)", 1, 2, 0); /* m: 95 -> 0,99 */
	reached0[95] = 1;
	trans[0][74]	= settr(73,2,78,83,83,"((!(hit[((2*h)+t)])&&(((((hon[h]&&hrole[h])&&!(stopped[h]))&&!(taking[h]))&&((!(joined[((2*h)+0)])||heard[((2*h)+0)])||missing[((2*h)+0)]))&&((!(joined[((2*h)+1)])||heard[((2*h)+1)])||missing[((2*h)+1)]))))", 1, 2, 0); /* m: 75 -> 78,0 */
	reached0[75] = 1;
	trans[0][75]	= settr(0,0,0,0,0,"hit[((2*h)+t)] = 1",0,0,0);
	trans[0][76]	= settr(0,0,0,0,0,"asks[((2*h)+t)] = 1",0,0,0);
	T = trans[ 0][78] = settr(77,0,0,0,0,"sub-sequence", 1, 2, 0);
	T->nxt	= settr(77,0,77,0,0,"sub-sequence", 1, 2, 0);
	trans[0][77]	= settr(76,2,99,84,84,"assert(!(((hgen[(1-h)]>hgen[h])&&hasled[(1-h)])))", 1, 2, 0); /* m: 95 -> 0,99 */
	reached0[95] = 1;
	trans[0][79]	= settr(78,2,95,2,0,"else", 1, 2, 0);
	trans[0][90]	= settr(89,2,95,1,0,".(goto)", 1, 2, 0); /* m: 95 -> 0,99 */
	reached0[95] = 1;
	trans[0][82]	= settr(81,2,99,85,85,"((top[t]==(rop[((2*h)+t)]+1)))", 1, 2, 0); /* m: 83 -> 99,0 */
	reached0[83] = 1;
	trans[0][83]	= settr(0,0,0,0,0,"assert((hit[((2*h)+t)]||(tkind[t]==3)))",0,0,0);
	trans[0][84]	= settr(0,0,0,0,0,"hit[((2*h)+t)] = 0",0,0,0);
	trans[0][85]	= settr(0,0,0,0,0,"rop[((2*h)+t)] = top[t]",0,0,0);
	trans[0][86]	= settr(0,0,0,0,0,"loaded[((2*h)+t)] = 0",0,0,0);
	trans[0][87]	= settr(86,2,88,2,0,"else", 1, 2, 0);
	trans[0][88]	= settr(87,2,99,86,86,"assert((top[t]==rop[((2*h)+t)]))", 1, 2, 0); /* m: 95 -> 0,99 */
	reached0[95] = 1;
	trans[0][95]	= settr(94,2,99,87,87,"heard[((2*h)+t)] = 1", 1, 2, 0);
	T = trans[0][99] = settr(98,2,0,0,0,"IF", 1, 2, 0);
	T = T->nxt	= settr(98,2,96,0,0,"IF", 1, 2, 0);
	    T->nxt	= settr(98,2,98,0,0,"IF", 1, 2, 0);
	trans[0][96]	= settr(95,0,124,88,88,"((((((hon[h]&&hrole[h])&&!(stopped[h]))&&!(taking[h]))&&((!(joined[((2*h)+0)])||heard[((2*h)+0)])||missing[((2*h)+0)]))&&((!(joined[((2*h)+1)])||heard[((2*h)+1)])||missing[((2*h)+1)])))", 1, 2, 0); /* m: 97 -> 124,0 */
	reached0[97] = 1;
	trans[0][97]	= settr(0,0,0,0,0,"hasled[h] = 1",0,0,0);
	trans[0][100]	= settr(99,2,108,1,0,".(goto)", 1, 2, 0); /* m: 108 -> 0,124 */
	reached0[108] = 1;
	trans[0][98]	= settr(97,2,108,2,0,"else", 1, 2, 0);
	trans[0][106]	= settr(105,0,124,89,89,"(!(ton[t]))", 1, 2, 0); /* m: 108 -> 124,0 */
	reached0[108] = 1;
	trans[0][109]	= settr(0,0,0,0,0,"t = 0",0,0,0);
	T = trans[ 0][118] = settr(117,2,0,0,0,"ATOMIC", 1, 2, 0);
	T->nxt	= settr(117,2,111,0,0,"ATOMIC", 1, 2, 0);
	trans[0][111]	= settr(110,2,116,90,90,"((((taking[h]&&((!(joined[((2*h)+0)])||heard[((2*h)+0)])||missing[((2*h)+0)]))&&((!(joined[((2*h)+1)])||heard[((2*h)+1)])||missing[((2*h)+1)]))&&!(((((((hon[(1-h)]&&hrole[(1-h)])&&!(stopped[(1-h)]))&&!(taking[(1-h)]))&&((!(joined[((2*(1-h))+0)])||heard[((2*(1-h))+0)])||missing[((2*(1-h))+0)]))&&((!(joined[((2*(1-h))+1)])||heard[((2*(1-h))+1)])||missing[((2*(1-h))+1)]))&&(hgen[(1-h)]<hgen[h])))))", 1, 2, 0); /* m: 112 -> 116,0 */
	reached0[112] = 1;
	trans[0][112]	= settr(0,0,0,0,0,"taking[h] = 0",0,0,0);
	T = trans[0][116] = settr(115,2,0,0,0,"IF", 1, 2, 0);
	T = T->nxt	= settr(115,2,113,0,0,"IF", 1, 2, 0);
	    T->nxt	= settr(115,2,115,0,0,"IF", 1, 2, 0);
	trans[0][113]	= settr(112,0,124,91,91,"((((((hon[h]&&hrole[h])&&!(stopped[h]))&&!(taking[h]))&&((!(joined[((2*h)+0)])||heard[((2*h)+0)])||missing[((2*h)+0)]))&&((!(joined[((2*h)+1)])||heard[((2*h)+1)])||missing[((2*h)+1)])))", 1, 2, 0); /* m: 114 -> 124,0 */
	reached0[114] = 1;
	trans[0][114]	= settr(0,0,0,0,0,"hasled[h] = 1",0,0,0);
	trans[0][117]	= settr(116,0,124,92,92,".(goto)", 1, 2, 0);
	trans[0][115]	= settr(114,2,117,2,0,"else", 1, 2, 0);
	T = trans[ 0][123] = settr(122,2,0,0,0,"ATOMIC", 1, 2, 0);
	T->nxt	= settr(122,2,119,0,0,"ATOMIC", 1, 2, 0);
	trans[0][119]	= settr(118,2,122,93,93,"(((((((hon[h]&&hrole[h])&&!(stopped[h]))&&!(taking[h]))&&((!(joined[((2*h)+0)])||heard[((2*h)+0)])||missing[((2*h)+0)]))&&((!(joined[((2*h)+1)])||heard[((2*h)+1)])||missing[((2*h)+1)]))&&!(ownwin[h])))", 1, 2, 0); /* m: 120 -> 122,0 */
	reached0[120] = 1;
	trans[0][120]	= settr(0,0,0,0,0,"ownwin[h] = 1",0,0,0);
	T = trans[ 0][122] = settr(121,0,0,0,0,"sub-sequence", 1, 2, 0);
	T->nxt	= settr(121,0,121,0,0,"sub-sequence", 1, 2, 0);
	trans[0][121]	= settr(120,0,124,94,0,"assert(!(((hgen[(1-h)]>hgen[h])&&hasled[(1-h)])))", 1, 2, 0);
	trans[0][126]	= settr(125,0,127,1,0,"break", 0, 2, 0);
	trans[0][127]	= settr(126,0,0,95,95,"-end-", 0, 3500, 0);
	/* np_ demon: */
	trans[_NP_] = (Trans **) emalloc(3*sizeof(Trans *));
	T = trans[_NP_][0] = settr(9997,0,1,_T5,0,"(np_)", 1,2,0);
	    T->nxt	  = settr(9998,0,0,_T2,0,"(1)",   0,2,0);
	T = trans[_NP_][1] = settr(9999,0,1,_T5,0,"(np_)", 1,2,0);
}

Trans *
settr(	int t_id, int a, int b, int c, int d,
	char *t, int g, int tpe0, int tpe1)
{	Trans *tmp = (Trans *) emalloc(sizeof(Trans));

	tmp->atom  = a&(6|32);	/* only (2|8|32) have meaning */
	if (!g) tmp->atom |= 8;	/* no global references */
	tmp->st    = b;
	tmp->tpe[0] = tpe0;
	tmp->tpe[1] = tpe1;
	tmp->tp    = t;
	tmp->t_id  = t_id;
	tmp->forw  = c;
	tmp->back  = d;
	return tmp;
}

Trans *
cpytr(Trans *a)
{	Trans *tmp = (Trans *) emalloc(sizeof(Trans));

	int i;
	tmp->atom  = a->atom;
	tmp->st    = a->st;
#ifdef HAS_UNLESS
	tmp->e_trans = a->e_trans;
	for (i = 0; i < HAS_UNLESS; i++)
		tmp->escp[i] = a->escp[i];
#endif
	tmp->tpe[0] = a->tpe[0];
	tmp->tpe[1] = a->tpe[1];
	for (i = 0; i < 6; i++)
	{	tmp->qu[i] = a->qu[i];
		tmp->ty[i] = a->ty[i];
	}
	tmp->tp    = (char *) emalloc(strlen(a->tp)+1);
	strcpy(tmp->tp, a->tp);
	tmp->t_id  = a->t_id;
	tmp->forw  = a->forw;
	tmp->back  = a->back;
	return tmp;
}

#ifndef NOREDUCE
int
srinc_set(int n)
{	if (n <= 2) return LOCAL;
	if (n <= 2+  DELTA) return Q_FULL_F; /* 's' or nfull  */
	if (n <= 2+2*DELTA) return Q_EMPT_F; /* 'r' or nempty */
	if (n <= 2+3*DELTA) return Q_EMPT_T; /* empty */
	if (n <= 2+4*DELTA) return Q_FULL_T; /* full  */
	if (n ==   5*DELTA) return GLOBAL;
	if (n ==   6*DELTA) return TIMEOUT_F;
	if (n ==   7*DELTA) return ALPHA_F;
	Uerror("cannot happen srinc_class");
	return BAD;
}
int
srunc(int n, int m)
{	switch(m) {
	case Q_FULL_F: return n-2;
	case Q_EMPT_F: return n-2-DELTA;
	case Q_EMPT_T: return n-2-2*DELTA;
	case Q_FULL_T: return n-2-3*DELTA;
	case ALPHA_F:
	case TIMEOUT_F: return 257; /* non-zero, and > MAXQ */
	}
	Uerror("cannot happen srunc");
	return 0;
}
#endif
int cnt;
#ifdef HAS_UNLESS
int
isthere(Trans *a, int b)
{	Trans *t;
	for (t = a; t; t = t->nxt)
		if (t->t_id == b)
			return 1;
	return 0;
}
#endif
#ifndef NOREDUCE
int
mark_safety(Trans *t) /* for conditional safety */
{	int g = 0, i, j, k;

	if (!t) return 0;
	if (t->qu[0])
		return (t->qu[1])?2:1;	/* marked */

	for (i = 0; i < 2; i++)
	{	j = srinc_set(t->tpe[i]);
		if (j >= GLOBAL && j != ALPHA_F)
			return -1;
		if (j != LOCAL)
		{	k = srunc(t->tpe[i], j);
			if (g == 0
			||  t->qu[0] != k
			||  t->ty[0] != j)
			{	t->qu[g] = k;
				t->ty[g] = j;
				g++;
	}	}	}
	return g;
}
#endif
void
retrans(int n, int m, int is, short srcln[], uchar reach[], uchar lpstate[])
	/* process n, with m states, is=initial state */
{	Trans *T0, *T1, *T2, *T3;
	Trans *T4, *T5; /* t_reverse or has_unless */
	int i;
#if defined(HAS_UNLESS) || !defined(NOREDUCE)
	int k;
#endif
#ifndef NOREDUCE
	int g, h, j, aa;
#endif
#ifdef HAS_UNLESS
	int p;
#endif
	if (state_tables >= 4)
	{	printf("STEP 1 %s\n", 
			procname[n]);
		for (i = 1; i < m; i++)
		for (T0 = trans[n][i]; T0; T0 = T0->nxt)
			crack(n, i, T0, srcln);
		return;
	}
	do {
		for (i = 1, cnt = 0; i < m; i++)
		{	T2 = trans[n][i];
			T1 = T2?T2->nxt:(Trans *)0;
/* prescan: */		for (T0 = T1; T0; T0 = T0->nxt)
/* choice in choice */	{	if (T0->st && trans[n][T0->st]
				&&  trans[n][T0->st]->nxt)
					break;
			}
#if 0
		if (T0)
		printf("\tstate %d / %d: choice in choice\n",
		i, T0->st);
#endif
			if (T0)
			for (T0 = T1; T0; T0 = T0->nxt)
			{	T3 = trans[n][T0->st];
				if (!T3->nxt)
				{	T2->nxt = cpytr(T0);
					T2 = T2->nxt;
					imed(T2, T0->st, n, i);
					continue;
				}
				do {	T3 = T3->nxt;
					T2->nxt = cpytr(T3);
					T2 = T2->nxt;
					imed(T2, T0->st, n, i);
				} while (T3->nxt);
				cnt++;
			}
		}
	} while (cnt);
	if (state_tables >= 3)
	{	printf("STEP 2 %s\n", 
			procname[n]);
		for (i = 1; i < m; i++)
		for (T0 = trans[n][i]; T0; T0 = T0->nxt)
			crack(n, i, T0, srcln);
		return;
	}
	for (i = 1; i < m; i++)
	{	if (trans[n][i] && trans[n][i]->nxt) /* optimize */
		{	T1 = trans[n][i]->nxt;
#if 0
			printf("\t\tpull %d (%d) to %d\n",
			T1->st, T1->forw, i);
#endif
			srcln[i] = srcln[T1->st];	/* Oyvind Teig, 5.2.0 */

			if (!trans[n][T1->st]) continue;
			T0 = cpytr(trans[n][T1->st]);
			trans[n][i] = T0;
			reach[T1->st] = 1;
			imed(T0, T1->st, n, i);
			for (T1 = T1->nxt; T1; T1 = T1->nxt)
			{
#if 0
			printf("\t\tpull %d (%d) to %d\n",
				T1->st, T1->forw, i);
#endif
		/*		srcln[i] = srcln[T1->st];  gh: not useful */
				if (!trans[n][T1->st]) continue;
				T0->nxt = cpytr(trans[n][T1->st]);
				T0 = T0->nxt;
				reach[T1->st] = 1;
				imed(T0, T1->st, n, i);
	}	}	}
	if (state_tables >= 2)
	{	printf("STEP 3 %s\n", 
			procname[n]);
		for (i = 1; i < m; i++)
		for (T0 = trans[n][i]; T0; T0 = T0->nxt)
			crack(n, i, T0, srcln);
		return;
	}
#ifdef HAS_UNLESS
	for (i = 1; i < m; i++)
	{	if (!trans[n][i]) continue;
		/* check for each state i if an
		 * escape to some state p is defined
		 * if so, copy and mark p's transitions
		 * and prepend them to the transition-
		 * list of state i
		 */
	 if (!like_java) /* the default */
	 {	for (T0 = trans[n][i]; T0; T0 = T0->nxt)
		for (k = HAS_UNLESS-1; k >= 0; k--)
		{	if (p = T0->escp[k])
			for (T1 = trans[n][p]; T1; T1 = T1->nxt)
			{	if (isthere(trans[n][i], T1->t_id))
					continue;
				T2 = cpytr(T1);
				T2->e_trans = p;
				T2->nxt = trans[n][i];
				trans[n][i] = T2;
		}	}
	 } else /* outermost unless checked first */
	 {	T4 = T3 = (Trans *) 0;
		for (T0 = trans[n][i]; T0; T0 = T0->nxt)
		for (k = HAS_UNLESS-1; k >= 0; k--)
		{	if (p = T0->escp[k])
			for (T1 = trans[n][p]; T1; T1 = T1->nxt)
			{	if (isthere(trans[n][i], T1->t_id))
					continue;
				T2 = cpytr(T1);
				T2->nxt = (Trans *) 0;
				T2->e_trans = p;
				if (T3)	T3->nxt = T2;
				else	T4 = T2;
				T3 = T2;
		}	}
		if (T4)
		{	T3->nxt = trans[n][i];
			trans[n][i] = T4;
		}
	 }
	}
#endif
#ifndef NOREDUCE
	for (i = 1; i < m; i++)
	{	if (a_cycles)
		{ /* moves through these states are visible */
	#if PROG_LAB>0 && defined(HAS_NP)
			if (progstate[n][i])
				goto degrade;
			for (T1 = trans[n][i]; T1; T1 = T1->nxt)
				if (progstate[n][T1->st])
					goto degrade;
	#endif
			if (accpstate[n][i] || visstate[n][i])
				goto degrade;
			for (T1 = trans[n][i]; T1; T1 = T1->nxt)
				if (accpstate[n][T1->st])
					goto degrade;
		}
		T1 = trans[n][i];
		if (!T1) continue;
		g = mark_safety(T1);	/* V3.3.1 */
		if (g < 0) goto degrade; /* global */
		/* check if mixing of guards preserves reduction */
		if (T1->nxt)
		{	k = 0;
			for (T0 = T1; T0; T0 = T0->nxt)
			{	if (!(T0->atom&8))
					goto degrade;
				for (aa = 0; aa < 2; aa++)
				{	j = srinc_set(T0->tpe[aa]);
					if (j >= GLOBAL && j != ALPHA_F)
						goto degrade;
					if (T0->tpe[aa]
					&&  T0->tpe[aa]
					!=  T1->tpe[0])
						k = 1;
			}	}
			/* g = 0;	V3.3.1 */
			if (k)	/* non-uniform selection */
			for (T0 = T1; T0; T0 = T0->nxt)
			for (aa = 0; aa < 2; aa++)
			{	j = srinc_set(T0->tpe[aa]);
				if (j != LOCAL)
				{	k = srunc(T0->tpe[aa], j);
					for (h = 0; h < 6; h++)
						if (T1->qu[h] == k
						&&  T1->ty[h] == j)
							break;
					if (h >= 6)
					{	T1->qu[g%6] = k;
						T1->ty[g%6] = j;
						g++;
			}	}	}
			if (g > 6)
			{	T1->qu[0] = 0;	/* turn it off */
				printf("pan: warning, line %d, ",
					srcln[i]);
			 	printf("too many stmnt types (%d)",
					g);
			  	printf(" in selection\n");
			  goto degrade;
			}
		}
		/* mark all options global if >=1 is global */
		for (T1 = trans[n][i]; T1; T1 = T1->nxt)
			if (!(T1->atom&8)) break;
		if (T1)
degrade:	for (T1 = trans[n][i]; T1; T1 = T1->nxt)
			T1->atom &= ~8;	/* mark as unsafe */
		/* can only mix 'r's or 's's if on same chan */
		/* and not mixed with other local operations */
		T1 = trans[n][i];
		if (!T1 || T1->qu[0]) continue;
		j = T1->tpe[0];
		if (T1->nxt && T1->atom&8)
		{ if (j == 5*DELTA)
		  {	printf("warning: line %d ", srcln[i]);
			printf("mixed condition ");
			printf("(defeats reduction)\n");
			goto degrade;
		  }
		  for (T0 = T1; T0; T0 = T0->nxt)
		  for (aa = 0; aa < 2; aa++)
		  if  (T0->tpe[aa] && T0->tpe[aa] != j)
		  {	printf("warning: line %d ", srcln[i]);
			printf("[%d-%d] mixed %stion ",
				T0->tpe[aa], j, 
				(j==5*DELTA)?"condi":"selec");
			printf("(defeats reduction)\n");
			printf("	'%s' <-> '%s'\n",
				T1->tp, T0->tp);
			goto degrade;
		} }
	}
#endif
	for (i = 1; i < m; i++)
	{	T2 = trans[n][i];
		if (!T2
		||  T2->nxt
		||  strncmp(T2->tp, ".(goto)", 7)
		||  !stopstate[n][i])
			continue;
		stopstate[n][T2->st] = 1;
	}
	if (state_tables && !verbose)
	{	if (dodot)
		{	char buf[256], *q = buf, *p = procname[n];
			while (*p != '\0')
			{	if (*p != ':')
				{	*q++ = *p;
				}
				p++;
			}
			*q = '\0';
			printf("digraph ");
			switch (Btypes[n]) {
			case I_PROC:  printf("init {\n"); break;
			case N_CLAIM: printf("claim_%s {\n", buf); break;
			case E_TRACE: printf("notrace {\n"); break;
			case N_TRACE: printf("trace {\n"); break;
			default:      printf("p_%s {\n", buf); break;
			}
			printf("size=\"8,10\";\n");
			printf("  GT [shape=box,style=dotted,label=\"%s\"];\n", buf);
			printf("  GT -> S%d;\n", is);
		} else
		{	switch (Btypes[n]) {
			case I_PROC:  printf("init\n"); break;
			case N_CLAIM: printf("claim %s\n", procname[n]); break;
			case E_TRACE: printf("notrace assertion\n"); break;
			case N_TRACE: printf("trace assertion\n"); break;
			default:      printf("proctype %s\n", procname[n]); break;
		}	}
		for (i = 1; i < m; i++)
		{	reach[i] = 1;
		}
		tagtable(n, m, is, srcln, reach);
		if (dodot) printf("}\n");
	} else
	for (i = 1; i < m; i++)
	{	int nrelse;
		if (Btypes[n] != N_CLAIM)
		{	for (T0 = trans[n][i]; T0; T0 = T0->nxt)
			{	if (T0->st == i
				&& strcmp(T0->tp, "(1)") == 0)
				{	printf("error: proctype '%s' ",
						procname[n]);
		  			printf("line %d, state %d: has un",
						srcln[i], i);
					printf("conditional self-loop\n");
					pan_exit(1);
		}	}	}
		nrelse = 0;
		for (T0 = trans[n][i]; T0; T0 = T0->nxt)
		{	if (strcmp(T0->tp, "else") == 0)
				nrelse++;
		}
		if (nrelse > 1)
		{	printf("error: proctype '%s' state",
				procname[n]);
		  	printf(" %d, inherits %d", i, nrelse);
		  	printf(" 'else' stmnts\n");
			pan_exit(1);
	}	}
#if !defined(LOOPSTATE) && !defined(BFS_PAR)
	if (state_tables)
#endif
	do_dfs(n, m, is, srcln, reach, lpstate);

	if (!t_reverse)
	{	return;
	}
	/* process n, with m states, is=initial state -- reverse list */
	if (!state_tables && Btypes[n] != N_CLAIM)
	{	for (i = 1; i < m; i++)
		{	Trans *Tx = (Trans *) 0; /* list of escapes */
			Trans *Ty = (Trans *) 0; /* its tail element */
			T1 = (Trans *) 0; /* reversed list */
			T2 = (Trans *) 0; /* its tail */
			T3 = (Trans *) 0; /* remembers possible 'else' */

			/* find unless-escapes, they should go first */
			T4 = T5 = T0 = trans[n][i];
	#ifdef HAS_UNLESS
			while (T4 && T4->e_trans) /* escapes are first in orig list */
			{	T5 = T4;	  /* remember predecessor */
				T4 = T4->nxt;
			}
	#endif
			/* T4 points to first non-escape, T5 to its parent, T0 to original list */
			if (T4 != T0)		 /* there was at least one escape */
			{	T3 = T5->nxt;		 /* start of non-escapes */
				T5->nxt = (Trans *) 0;	 /* separate */
				Tx = T0;		 /* start of the escapes */
				Ty = T5;		 /* its tail */
				T0 = T3;		 /* the rest, to be reversed */
			}
			/* T0 points to first non-escape, Tx to the list of escapes, Ty to its tail */

			/* first tail-add non-escape transitions, reversed */
			T3 = (Trans *) 0;
			for (T5 = T0; T5; T5 = T4)
			{	T4 = T5->nxt;
	#ifdef HAS_UNLESS
				if (T5->e_trans)
				{	printf("error: cannot happen!\n");
					continue;
				}
	#endif
				if (strcmp(T5->tp, "else") == 0)
				{	T3 = T5;
					T5->nxt = (Trans *) 0;
				} else
				{	T5->nxt = T1;
					if (!T1) { T2 = T5; }
					T1 = T5;
			}	}
			/* T3 points to a possible else, which is removed from the list */
			/* T1 points to the reversed list so far (without escapes) */
			/* T2 points to the tail element -- where the else should go */
			if (T2 && T3)
			{	T2->nxt = T3;	/* add else */
			} else
			{	if (T3) /* there was an else, but there's no tail */
				{	if (!T1)	/* and no reversed list */
					{	T1 = T3; /* odd, but possible */
					} else		/* even stranger */
					{	T1->nxt = T3;
			}	}	}

			/* add in the escapes, to that they appear at the front */
			if (Tx && Ty) { Ty->nxt = T1; T1 = Tx; }

			trans[n][i] = T1;
			/* reversed, with escapes first and else last */
	}	}
	if (state_tables && verbose)
	{	printf("FINAL proctype %s\n", 
			procname[n]);
		for (i = 1; i < m; i++)
		for (T0 = trans[n][i]; T0; T0 = T0->nxt)
			crack(n, i, T0, srcln);
	}
}
void
imed(Trans *T, int v, int n, int j)	/* set intermediate state */
{	progstate[n][T->st] |= progstate[n][v];
	accpstate[n][T->st] |= accpstate[n][v];
	stopstate[n][T->st] |= stopstate[n][v];
	mapstate[n][j] = T->st;
}
void
tagtable(int n, int m, int is, short srcln[], uchar reach[])
{	Trans *z;

	if (is >= m || !trans[n][is]
	||  is <= 0 || reach[is] == 0)
		return;
	reach[is] = 0;
	if (state_tables)
	for (z = trans[n][is]; z; z = z->nxt)
	{	if (dodot)
			dot_crack(n, is, z);
		else
			crack(n, is, z, srcln);
	}

	for (z = trans[n][is]; z; z = z->nxt)
	{
#ifdef HAS_UNLESS
		int i, j;
#endif
		tagtable(n, m, z->st, srcln, reach);
#ifdef HAS_UNLESS
		for (i = 0; i < HAS_UNLESS; i++)
		{	j = trans[n][is]->escp[i];
			if (!j) break;
			tagtable(n, m, j, srcln, reach);
		}
#endif
	}
}

extern Trans *t_id_lkup[];

void
dfs_table(int n, int m, int is, short srcln[], uchar reach[], uchar lpstate[])
{	Trans *z;

	if (is >= m || is <= 0 || !trans[n][is])
		return;
	if ((reach[is] & (4|8|16)) != 0)
	{	if ((reach[is] & (8|16)) == 16)	/* on stack, not yet recorded */
		{	lpstate[is] = 1;
			reach[is] |= 8; /* recorded */
			if (state_tables && verbose)
			{	printf("state %d line %d is a loopstate\n", is, srcln[is]);
		}	}
		return;
	}
	reach[is] |= (4|16);	/* visited | onstack */
	for (z = trans[n][is]; z; z = z->nxt)
	{	t_id_lkup[z->t_id] = z;
#ifdef HAS_UNLESS
		int i, j;
#endif
		dfs_table(n, m, z->st, srcln, reach, lpstate);
#ifdef HAS_UNLESS
		for (i = 0; i < HAS_UNLESS; i++)
		{	j = trans[n][is]->escp[i];
			if (!j) break;
			dfs_table(n, m, j, srcln, reach, lpstate);
		}
#endif
	}
	reach[is] &= ~16; /* no longer on stack */
}
void
do_dfs(int n, int m, int is, short srcln[], uchar reach[], uchar lpstate[])
{	int i;
	dfs_table(n, m, is, srcln, reach, lpstate);
	for (i = 0; i < m; i++)
		reach[i] &= ~(4|8|16);
}
void
crack(int n, int j, Trans *z, short srcln[])
{	int i;

	if (!z) return;
	printf("	state %3d -(tr %3d)-> state %3d  ",
		j, z->forw, z->st);
	printf("[id %3d tp %3d", z->t_id, z->tpe[0]);
	if (z->tpe[1]) printf(",%d", z->tpe[1]);
#ifdef HAS_UNLESS
	if (z->e_trans)
		printf(" org %3d", z->e_trans);
	else if (state_tables >= 2)
	for (i = 0; i < HAS_UNLESS; i++)
	{	if (!z->escp[i]) break;
		printf(" esc %d", z->escp[i]);
	}
#endif
	printf("]");
	printf(" [%s%s%s%s%s] %s:%d => ",
		z->atom&6?"A":z->atom&32?"D":"-",
		accpstate[n][j]?"a" :"-",
		stopstate[n][j]?"e" : "-",
		progstate[n][j]?"p" : "-",
		z->atom & 8 ?"L":"G",
		PanSource, srcln[j]);
	for (i = 0; z->tp[i]; i++)
		if (z->tp[i] == '\n')
			printf("\\n");
		else
			putchar(z->tp[i]);
	if (verbose && z->qu[0])
	{	printf("\t[");
		for (i = 0; i < 6; i++)
			if (z->qu[i])
				printf("(%d,%d)",
				z->qu[i], z->ty[i]);
		printf("]");
	}
	printf("\n");
	fflush(stdout);
}
/* spin -a m.pml; cc -o pan pan.c; ./pan -D | dot -Tps > foo.ps; ps2pdf foo.ps */
void
dot_crack(int n, int j, Trans *z)
{	int i;

	if (!z) return;
	printf("	S%d -> S%d  [color=black", j, z->st);

	if (z->atom&6) printf(",style=dashed");
	else if (z->atom&32) printf(",style=dotted");
	else if (z->atom&8) printf(",style=solid");
	else printf(",style=bold");

	printf(",label=\"");
	for (i = 0; z->tp[i]; i++)
	{	if (z->tp[i] == '\\'
		&&  z->tp[i+1] == 'n')
		{	i++; printf(" ");
		} else
		{	putchar(z->tp[i]);
	}	}
	printf("\"];\n");
	if (accpstate[n][j]) printf("  S%d [color=red,style=bold];\n", j);
	else if (progstate[n][j]) printf("  S%d [color=green,style=bold];\n", j);
	if (stopstate[n][j]) printf("  S%d [color=blue,style=bold,shape=box];\n", j);
}

#ifdef VAR_RANGES
#define BYTESIZE	32	/* 2^8 : 2^3 = 256:8 = 32 */

typedef struct Vr_Ptr {
	char	*nm;
	uchar	vals[BYTESIZE];
	struct Vr_Ptr *nxt;
} Vr_Ptr;
Vr_Ptr *ranges = (Vr_Ptr *) 0;

void
logval(char *s, int v)
{	Vr_Ptr *tmp;

	if (v<0 || v > 255) return;
	for (tmp = ranges; tmp; tmp = tmp->nxt)
		if (!strcmp(tmp->nm, s))
			goto found;
	tmp = (Vr_Ptr *) emalloc(sizeof(Vr_Ptr));
	tmp->nxt = ranges;
	ranges = tmp;
	tmp->nm = s;
found:
	tmp->vals[(v)/8] |= 1<<((v)%8);
}

void
dumpval(uchar X[], int range)
{	int w, x, i, j = -1;

	for (w = i = 0; w < range; w++)
	for (x = 0; x < 8; x++, i++)
	{
from:		if ((X[w] & (1<<x)))
		{	printf("%d", i);
			j = i;
			goto upto;
	}	}
	return;
	for (w = 0; w < range; w++)
	for (x = 0; x < 8; x++, i++)
	{
upto:		if (!(X[w] & (1<<x)))
		{	if (i-1 == j)
				printf(", ");
			else
				printf("-%d, ", i-1);
			goto from;
	}	}
	if (j >= 0 && j != 255)
		printf("-255");
}

void
dumpranges(void)
{	Vr_Ptr *tmp;
	printf("\nValues assigned within ");
	printf("interval [0..255]:\n");
	for (tmp = ranges; tmp; tmp = tmp->nxt)
	{	printf("\t%s\t: ", tmp->nm);
		dumpval(tmp->vals, BYTESIZE);
		printf("\n");
	}
}
#endif
