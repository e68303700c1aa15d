// MB85RC256V: 32 kB of ferroelectric RAM. Each byte is stored when its acknowledge is sent, so a
// power cut between two bytes needs no further modelling.

const SIZE = 32768;

/** One chip on the bus; the address runs on and wraps. */
export class Fram {
  constructor() {
    this.data = new Uint8Array(SIZE);
    this.address = 0;
    this.index = 0; // bytes of this write so far
    this.written = 0;
  }

  begin(isRead) {
    if (!isRead) this.index = 0;
  }

  write(byte) {
    if (this.index === 0) this.address = (byte << 8) & (SIZE - 1);
    else if (this.index === 1) this.address |= byte;
    else {
      this.data[this.address] = byte;
      this.address = (this.address + 1) % SIZE;
      this.written++;
    }
    this.index++;
  }

  read() {
    const byte = this.data[this.address];
    this.address = (this.address + 1) % SIZE;
    return byte;
  }
}
