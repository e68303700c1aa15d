// pyright runs for half a minute: compiled at the first call, it takes an eighth less of the processor
require("node:v8").setFlagsFromString("--always-sparkplug");
