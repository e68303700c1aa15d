// Which kind of instruction each of the 65,536 half words is (ARMv6-M manual, A5.2).

const NAMES = `OTHER LSL_IMM LSR_IMM ASR_IMM ADD_REG SUB_REG ADD_IMM3 SUB_IMM3 MOV_IMM CMP_IMM
  ADD_IMM8 SUB_IMM8 AND EOR LSL_REG LSR_REG ASR_REG ADC SBC ROR_REG TST NEG CMP_REG CMN ORR MUL
  BIC MVN ADD_HIGH CMP_HIGH MOV_HIGH BX BLX LDR_LIT STR_REG STRH_REG STRB_REG LDRSB LDR_REG
  LDRH_REG LDRB_REG LDRSH STR_IMM LDR_IMM STRB_IMM LDRB_IMM STRH_IMM LDRH_IMM STR_SP LDR_SP ADR
  ADD_RD_SP ADD_SP SUB_SP SXTH SXTB UXTH UXTB PUSH POP POP_PC STM LDM B_COND B BL NOP`;

/** Kinds by name; a dense row of numbers, so that the switch over them is a jump table. */
export const K = Object.freeze(Object.fromEntries(NAMES.split(/\s+/).map((name, i) => [name, i])));

// Pattern of bits (x: any) → kind; the first that fits counts.
const PATTERNS = [
  ['00000xxxxxxxxxxx', 'LSL_IMM'], ['00001xxxxxxxxxxx', 'LSR_IMM'], ['00010xxxxxxxxxxx', 'ASR_IMM'],
  ['0001100xxxxxxxxx', 'ADD_REG'], ['0001101xxxxxxxxx', 'SUB_REG'],
  ['0001110xxxxxxxxx', 'ADD_IMM3'], ['0001111xxxxxxxxx', 'SUB_IMM3'],
  ['00100xxxxxxxxxxx', 'MOV_IMM'], ['00101xxxxxxxxxxx', 'CMP_IMM'],
  ['00110xxxxxxxxxxx', 'ADD_IMM8'], ['00111xxxxxxxxxxx', 'SUB_IMM8'],
  ['0100000000xxxxxx', 'AND'], ['0100000001xxxxxx', 'EOR'], ['0100000010xxxxxx', 'LSL_REG'],
  ['0100000011xxxxxx', 'LSR_REG'], ['0100000100xxxxxx', 'ASR_REG'], ['0100000101xxxxxx', 'ADC'],
  ['0100000110xxxxxx', 'SBC'], ['0100000111xxxxxx', 'ROR_REG'], ['0100001000xxxxxx', 'TST'],
  ['0100001001xxxxxx', 'NEG'], ['0100001010xxxxxx', 'CMP_REG'], ['0100001011xxxxxx', 'CMN'],
  ['0100001100xxxxxx', 'ORR'], ['0100001101xxxxxx', 'MUL'], ['0100001110xxxxxx', 'BIC'],
  ['0100001111xxxxxx', 'MVN'], ['01000100xxxxxxxx', 'ADD_HIGH'], ['01000101xxxxxxxx', 'CMP_HIGH'],
  ['01000110xxxxxxxx', 'MOV_HIGH'], ['010001110xxxx000', 'BX'], ['010001111xxxx000', 'BLX'],
  ['01001xxxxxxxxxxx', 'LDR_LIT'], ['0101000xxxxxxxxx', 'STR_REG'], ['0101001xxxxxxxxx', 'STRH_REG'],
  ['0101010xxxxxxxxx', 'STRB_REG'], ['0101011xxxxxxxxx', 'LDRSB'], ['0101100xxxxxxxxx', 'LDR_REG'],
  ['0101101xxxxxxxxx', 'LDRH_REG'], ['0101110xxxxxxxxx', 'LDRB_REG'], ['0101111xxxxxxxxx', 'LDRSH'],
  ['01100xxxxxxxxxxx', 'STR_IMM'], ['01101xxxxxxxxxxx', 'LDR_IMM'], ['01110xxxxxxxxxxx', 'STRB_IMM'],
  ['01111xxxxxxxxxxx', 'LDRB_IMM'], ['10000xxxxxxxxxxx', 'STRH_IMM'], ['10001xxxxxxxxxxx', 'LDRH_IMM'],
  ['10010xxxxxxxxxxx', 'STR_SP'], ['10011xxxxxxxxxxx', 'LDR_SP'], ['10100xxxxxxxxxxx', 'ADR'],
  ['10101xxxxxxxxxxx', 'ADD_RD_SP'], ['101100000xxxxxxx', 'ADD_SP'], ['101100001xxxxxxx', 'SUB_SP'],
  ['1011001000xxxxxx', 'SXTH'], ['1011001001xxxxxx', 'SXTB'], ['1011001010xxxxxx', 'UXTH'],
  ['1011001011xxxxxx', 'UXTB'], ['1011010xxxxxxxxx', 'PUSH'], ['10111100xxxxxxxx', 'POP'],
  ['10111101xxxxxxxx', 'POP_PC'], ['1011111100000000', 'NOP'], ['11000xxxxxxxxxxx', 'STM'],
  ['11001xxxxxxxxxxx', 'LDM'], ['1101111xxxxxxxxx', 'OTHER'], ['1101xxxxxxxxxxxx', 'B_COND'],
  ['11100xxxxxxxxxxx', 'B'], ['11110xxxxxxxxxxx', 'BL'],
];

/** Kind of each half word. */
export const KINDS = decode();

function decode() {
  const kinds = new Uint8Array(65536);
  for (const [pattern, name] of [...PATTERNS].reverse()) {
    const mask = parseInt(pattern.replace(/[01]/g, '1').replace(/x/g, '0'), 2);
    const value = parseInt(pattern.replace(/x/g, '0'), 2);
    for (let op = 0; op < 65536; op++) if ((op & mask) === value) kinds[op] = K[name];
  }
  return kinds;
}
