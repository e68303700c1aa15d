// MCP23017: bet sensors on port A with an interrupt line, seat lamps on port B.

const IODIRB = 0x01, IPOLA = 0x02, GPINTENA = 0x04, INTFA = 0x0e, INTCAPA = 0x10;
const GPIOA = 0x12, GPIOB = 0x13, OLATA = 0x14, OLATB = 0x15;
const REGISTERS = 0x16;

/** Keeps the world's levels across resets; `onInterrupt(level)` drives the INTA line. */
export class Mcp23017 {
  constructor(inputs, onInterrupt) {
    this.onInterrupt = onInterrupt;
    this.inputs = inputs;
    this.reset();
  }

  reset() {
    this.registers = new Uint8Array(REGISTERS);
    this.registers[0] = this.registers[IODIRB] = 0xff;
    this.pointer = 0;
    this.index = 0;
    this.onInterrupt(1);
  }

  get outputs() {
    return this.registers[OLATB] & ~this.registers[IODIRB];
  }

  setInput(bit, level) {
    const before = this.inputs;
    this.inputs = (before & ~(1 << bit)) | (level << bit);
    const changed = (before ^ this.inputs) & this.registers[GPINTENA];
    if (!changed) return;
    this.registers[INTFA] |= changed;
    this.registers[INTCAPA] = this.inputs ^ this.registers[IPOLA];
    this.onInterrupt(0);
  }

  begin(isRead) {
    if (!isRead) this.index = 0;
  }

  write(byte) {
    if (this.index++ === 0) {
      this.pointer = byte % REGISTERS;
      return;
    }
    const isPort = this.pointer === GPIOA || this.pointer === GPIOB;
    this.registers[isPort ? OLATA + (this.pointer & 1) : this.pointer] = byte;
    this.pointer = (this.pointer + 1) % REGISTERS;
  }

  read() {
    const register = this.pointer;
    this.pointer = (register + 1) % REGISTERS;
    if (register === GPIOA || register === INTCAPA) {
      this.registers[INTFA] = 0;
      this.onInterrupt(1);
    }
    if (register === GPIOA) return this.inputs ^ this.registers[IPOLA];
    if (register === GPIOB) return this.outputs;
    return this.registers[register];
  }
}
