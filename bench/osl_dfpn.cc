// osl_dfpn.cc: libosl's Dfpn on a file of problems, for bench/mate.sh.
//
//     osl_dfpn FILE NODES
//
// One position a line; each begins with an empty table, like those of `kifu mate`.  Prints how many
// are mates, the nodes and the CPU seconds: of everything, and without what emptying and filling
// the table anew took.
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <string>
#include <vector>

#include <osl/checkmate/dfpn.h>
#include <osl/hashKey.h>
#include <osl/numEffectState.h>
#include <osl/usi.h>

static double cpu_seconds()
{
    timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

int main(int argc, char **argv)
{
    if (argc != 3) {
        std::fprintf(stderr, "usage: osl_dfpn FILE NODES\n");
        return 2;
    }
    const size_t limit = std::strtoull(argv[2], nullptr, 10);
    std::ifstream in(argv[1]);
    std::string line;
    size_t problems = 0, mates = 0, nodes = 0;
    const double began = cpu_seconds();
    double searching = 0;
    while (std::getline(in, line)) {
        osl::NumEffectState state;
        osl::usi::parse("sfen " + line.substr(0, line.find(" moves")), state);
        osl::checkmate::DfpnTable table(state.turn());
        osl::checkmate::Dfpn dfpn;
        dfpn.setTable(&table);
        osl::Move best;
        std::vector<osl::Move> line_found;
        const double before = cpu_seconds();
        const auto value = dfpn.hasCheckmateMove(state, osl::HashKey(state),
                                                 osl::PathEncoding(state.turn()), limit, best,
                                                 osl::Move::INVALID(), &line_found);
        searching += cpu_seconds() - before;
        problems++;
        mates += value.isCheckmateSuccess();
        nodes += dfpn.nodeCount();
    }
    std::printf("%zu %zu %zu %.3f %.3f\n", problems, mates, nodes, cpu_seconds() - began, searching);
    return problems ? 0 : 3;
}
